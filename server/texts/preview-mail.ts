import type { Locale } from '#core/locale.ts';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps, Translate } from '#server/deps.ts';
import { type Email, emailHtml, emailText } from '#server/mails/email.ts';
import { emailFooter } from '#server/mails/email-footer.ts';
import { withShopName } from '#server/shop/shop.ts';
import type { TextGroup } from './catalogue.ts';
import { translateWith } from './loaded-texts.ts';
import type { TextValue } from './store.ts';

export type PreviewDeps = Pick<Deps, 'settings' | 'shop' | 't' | 'clock'>;

/** Sample values of variables in a preview. */
function samples({ t, clock }: PreviewDeps, locale: Locale): Readonly<Record<string, string | number>> {
  const sampleText = (key: string): string => t(locale, `text_letters.sample.${key}`);
  const crypto = formatMoney('100', { currency_iso_code: 'USDT', precision: 2 }, locale);
  const money = formatMoney('9000', { currency_iso_code: 'RUB', precision: 2 }, locale);
  const at = formatDateTime(toRfc3339(clock.now()), locale);
  return {
    id: 'k7m2x9q4w8r3t6y1',
    card: '2202 •••• •••• 1234',
    email: 'a•••n@example.com',
    host: 'partner.example',
    ip: '192.0.2.1',
    given: crypto,
    received: crypto,
    returned: crypto,
    surplus: formatMoney('1.5', { currency_iso_code: 'USDT', precision: 2 }, locale),
    got: money,
    amount: money,
    at,
    until: at,
    count: 3,
    ...Object.fromEntries(['system', 'reason', 'place', 'device'].map((name) => [name, sampleText(name)])),
  };
}

const LEADS = /^(?:lead|text)(?:_|$)/;

/** A mail with these texts, rendered with sample values. */
export function previewMail(
  deps: PreviewDeps,
  { group, values, locale }: { readonly group: TextGroup; readonly values: readonly TextValue[]; readonly locale: Locale },
): Omit<Email, 'footer'> & { readonly footer: readonly string[] } {
  const t: Translate = withShopName(translateWith(values), deps.shop);
  const params = samples(deps, locale);
  const lines = group.fields.filter((field) => field.locale === locale);
  const translate = (key: string): string => t(locale, key, params);
  const find = (name: string) => lines.find((line) => line.name === name);
  const heading = find('heading') ?? find('subject') ?? lines[0];
  const lead = lines.find(({ name }) => LEADS.test(name));
  const button = find('open') ?? find('button');
  const otherFields = lines.filter((line) => line !== heading && line !== lead && line !== button);
  const headingWords = heading === undefined ? '' : translate(heading.key);
  const subject = find('subject');
  return {
    locale,
    subject: subject === undefined ? headingWords : translate(subject.key),
    heading: headingWords,
    lead: lead === undefined ? '' : translate(lead.key),
    lines: otherFields.map(({ key, name }) => ({ label: name, value: translate(key) })),
    button: button === undefined ? null : { label: translate(button.key), url: deps.settings.publicUrl },
    footer: emailFooter(deps, locale, []),
  };
}

/** All forms of the mail. */
export function previewForms(email: Email) {
  return { subject: email.subject, html: emailHtml(email), plain: emailText(email), title: email.heading, text: email.lead };
}
