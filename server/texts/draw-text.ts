import type { Locale } from '#core/locale.ts';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps, Translate } from '#server/deps.ts';
import { type Letter, letterHtml, letterText } from '#server/mails/letter.ts';
import { letterFooter } from '#server/mails/letter-footer.ts';
import { namingShop } from '#server/shop/shop.ts';
import type { TextGroup } from './catalogue.ts';
import { sayingSo } from './said-texts.ts';
import type { SaidLine } from './store.ts';

export type DrawDeps = Pick<Deps, 'settings' | 'shop' | 't' | 'clock'>;

/** What stands for variables in a picture of a letter; nobody's. */
function samples({ t, clock }: DrawDeps, locale: Locale): Readonly<Record<string, string | number>> {
  const say = (key: string): string => t(locale, `text_letters.sample.${key}`);
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
    ...Object.fromEntries(['system', 'reason', 'place', 'device'].map((name) => [name, say(name)])),
  };
}

const LEADS = /^(?:lead|text)(?:_|$)/;

/** A letter as it would be with these lines: the shop's own renderers, invented facts. */
export function drawText(
  deps: DrawDeps,
  { group, values, locale }: { readonly group: TextGroup; readonly values: readonly SaidLine[]; readonly locale: Locale },
): Omit<Letter, 'footer'> & { readonly footer: readonly string[] } {
  const t: Translate = namingShop(sayingSo(values), deps.shop);
  const params = samples(deps, locale);
  const lines = group.fields.filter((field) => field.locale === locale);
  const say = (key: string): string => t(locale, key, params);
  const find = (name: string) => lines.find((line) => line.name === name);
  const heading = find('heading') ?? find('subject') ?? lines[0];
  const lead = lines.find(({ name }) => LEADS.test(name));
  const button = find('open') ?? find('button');
  const others = lines.filter((line) => line !== heading && line !== lead && line !== button);
  const headingWords = heading === undefined ? '' : say(heading.key);
  const subject = find('subject');
  return {
    locale,
    subject: subject === undefined ? headingWords : say(subject.key),
    heading: headingWords,
    lead: lead === undefined ? '' : say(lead.key),
    lines: others.map(({ key, name }) => ({ label: name, value: say(key) })),
    button: button === undefined ? null : { label: say(button.key), url: deps.settings.publicUrl },
    footer: letterFooter(deps, locale, []),
  };
}

/** All its forms, as they are read. */
export function drawnForms(letter: Letter) {
  return { subject: letter.subject, html: letterHtml(letter), plain: letterText(letter), title: letter.heading, text: letter.lead };
}
