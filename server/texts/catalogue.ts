import type { Locale } from '#core/locale.ts';
import { LOCALES } from '#core/locale.ts';
import { loadMessages, type Messages } from '#locales/load.ts';

/** Namespaces whose texts can be changed: mails and notices, not pages or refusals. */
const NAMESPACES = [
  'order_letters',
  'card_letters',
  'withdrawal_letters',
  'earning_letters',
  'security_letters',
  'account_letters',
  'webhook_letters',
  'review_letters',
  'telegram',
] as const;

/** One message in one locale, as delivered. */
export interface TextField {
  /** Key for `t`. */
  readonly key: string;
  /** The last part of the key. */
  readonly name: string;
  readonly locale: Locale;
  readonly delivered: string;
}

/** Messages of one mail or event. */
export interface TextGroup {
  readonly id: string;
  readonly fields: readonly TextField[];
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function* fieldsOf(node: Node, at: string, locale: Locale): Generator<TextField> {
  for (const [name, value] of Object.entries(node)) {
    const key = `${at}.${name}`;
    if (typeof value === 'string') yield { key, name, locale, delivered: value };
    else if (isNode(value)) yield* fieldsOf(value, key, locale);
  }
}

const groupOf = ({ key, name }: TextField): string => key.slice(0, -name.length - 1);

/** Every changeable text in the order of the files, Russian before English. */
export function textGroups(
  messages: Readonly<Record<Locale, Messages>> = { ru: loadMessages('ru'), en: loadMessages('en') },
): readonly TextGroup[] {
  const fields = NAMESPACES.flatMap((name) => LOCALES.flatMap((locale) => [...fieldsOf(messages[locale][name] ?? {}, name, locale)]));
  return [...Map.groupBy(fields, groupOf)].map(([id, groupFields]) => ({ id, fields: groupFields }));
}
