import type { Locale } from '#core/locale.ts';
import { LOCALES } from '#core/locale.ts';
import { loadMessages, type Messages } from '#locales/load.ts';

/** Whose words may be said otherwise: what people are written, never what a page or a refusal says. */
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

/** One line of words in one language, as delivered. */
export interface TextField {
  /** As `t` takes it. */
  readonly key: string;
  /** Its last part. */
  readonly name: string;
  readonly locale: Locale;
  readonly delivered: string;
}

/** Lines that are said together: of one letter, of one event. */
export interface TextGroup {
  readonly id: string;
  readonly fields: readonly TextField[];
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function* linesOf(node: Node, at: string, locale: Locale): Generator<TextField> {
  for (const [name, value] of Object.entries(node)) {
    const key = `${at}.${name}`;
    if (typeof value === 'string') yield { key, name, locale, delivered: value };
    else if (isNode(value)) yield* linesOf(value, key, locale);
  }
}

const groupOf = ({ key, name }: TextField): string => key.slice(0, -name.length - 1);

/** Every text that may be said otherwise, in the order of the files: Russian lines before English ones. */
export function textGroups(
  messages: Readonly<Record<Locale, Messages>> = { ru: loadMessages('ru'), en: loadMessages('en') },
): readonly TextGroup[] {
  const fields = NAMESPACES.flatMap((name) => LOCALES.flatMap((locale) => [...linesOf(messages[locale][name] ?? {}, name, locale)]));
  return [...Map.groupBy(fields, groupOf)].map(([id, all]) => ({ id, fields: all }));
}
