import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps, Translate } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { type Email, emailHtml, emailText } from '#server/mails/email.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { emailFooter } from '#server/mails/write-email.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { withShopName } from '#server/shop/shop.ts';
import { findPerson } from '#server/users/queries.ts';
import { type TextGroup, textGroups, translateWith } from './loaded-texts.ts';
import { findTestMail, insertTestMail, type TextValue } from './store.ts';

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
  const fields = group.fields.filter((field) => field.locale === locale);
  const translate = (key: string): string => t(locale, key, params);
  const find = (name: string) => fields.find((field) => field.name === name);
  const heading = find('heading') ?? find('subject') ?? fields[0];
  const lead = fields.find(({ name }) => LEADS.test(name));
  const button = find('open') ?? find('button');
  const otherFields = fields.filter((field) => field !== heading && field !== lead && field !== button);
  const headingText = heading === undefined ? '' : translate(heading.key);
  const subject = find('subject');
  return {
    locale,
    subject: subject === undefined ? headingText : translate(subject.key),
    heading: headingText,
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

/** Kind of mail news. */
export const TEXT_TRY = 'text_try';

/** Sends an operator a test mail of unsaved texts, to their own address, browsers and chats. */
export async function sendTestMail(
  deps: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  {
    textId,
    values,
    locale,
    userId,
    email,
  }: { textId: string; values: readonly TextValue[]; locale: Locale; userId: string; email: string },
): Promise<void> {
  const [id, now] = [deps.random.uuid(), deps.clock.now()];
  await insertTestMail(tx, { id, userId, textId, locale, values, now });
  const news = { kind: TEXT_TRY, subject: id, recipient: email, version: 1, topic: 'asked', isPaid: true };
  await queueNews(tx, { ...news, changedAt: now, dueAt: now, noticeReaders: { userId } });
}

/** Test mails. Each says that it is one. */
export const testMails = (deps: PreviewDeps & Pick<Deps, 'db'>): EmailKind => ({
  mergedTexts: (locale, count) => ({
    subject: deps.t(locale, 'mail.several.subject', { count }),
    heading: deps.t(locale, 'mail.several.heading', { count }),
    lead: deps.t(locale, 'mail.several.lead'),
  }),
  async compose({ subject }) {
    const testMail = await findTestMail(deps.db, subject);
    const group = testMail && textGroups().find(({ id }) => id === testMail.text_id);
    const person = testMail && (await findPerson(deps.db, testMail.user_id));
    if (testMail === undefined || group === undefined || person === undefined) return undefined;
    const { locale } = testMail;
    const { footer, ...email } = previewMail(deps, { group, values: testMail.values, locale });
    const url = `${deps.settings.publicUrl}/office/texts`;
    return {
      to: person.email,
      locale,
      email,
      line: { label: deps.t(locale, 'text_letters.try'), value: email.heading, url },
      footer: deps.t(locale, 'text_letters.footer'),
      notice: { event: 'action' },
    };
  },
});
