import { type Locale, LOCALES } from '#core/locale.ts';
import { loadMessages, type Messages } from '#locales/load.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh, type Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { createTranslate, type Translate } from '#server/platform/translate.ts';
import { findOverrides } from './store.ts';

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

function* fieldsOf(node: Node, parentKey: string, locale: Locale): Generator<TextField> {
  for (const [name, value] of Object.entries(node)) {
    const key = `${parentKey}.${name}`;
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

/** Notified when a text is saved. */
export const TEXTS_CHANNEL = 'texts_changed';

type Override = { readonly key: string; readonly locale: Locale; readonly value: string | null };

/** Replaces one message. An unknown key changes nothing. */
function withMessage(node: Node, [first, ...rest]: readonly string[], value: string): Node {
  if (first === undefined || !Object.hasOwn(node, first)) return node;
  const existing = node[first];
  if (rest.length === 0) return typeof existing === 'string' ? { ...node, [first]: value } : node;
  return typeof existing === 'object' && existing !== null ? { ...node, [first]: withMessage(existing as Node, rest, value) } : node;
}

/** Translates with overrides. Messages without one are translated as delivered. */
export function translateWith(overrides: readonly Override[]): Translate {
  const delivered: Readonly<Record<Locale, Messages>> = { ru: loadMessages('ru'), en: loadMessages('en') };
  const messages = Object.fromEntries(
    LOCALES.map((locale) => {
      const localeOverrides = overrides.filter((override) => override.locale === locale && override.value !== null);
      return [
        locale,
        localeOverrides.reduce<Node>((node, { key, value }) => withMessage(node, key.split('.'), value ?? ''), delivered[locale]),
      ];
    }),
  ) as Record<Locale, Messages>;
  return createTranslate(messages);
}

export interface LoadedTexts {
  /** Translates with the current overrides. */
  readonly t: Translate;
  start(): Promise<void>;
  stop(): void;
  refresh(): Promise<void>;
}

/** The shop's texts, cached in every process. */
export function loadTexts(deps: {
  readonly db: Db;
  readonly live: Live;
  readonly log: Pick<Log, 'warn'>;
  readonly t: Translate;
}): LoadedTexts {
  let loadedJson = '[]';
  let current = deps.t;
  const refresh = async () => {
    const overrides = await findOverrides(deps.db);
    const overridesJson = JSON.stringify(overrides);
    if (overridesJson === loadedJson) return;
    current = overrides.length === 0 ? deps.t : translateWith(overrides);
    loadedJson = overridesJson;
  };
  return { t: (locale, key, params) => current(locale, key, params), refresh, ...keepFresh(deps, TEXTS_CHANNEL, refresh) };
}
