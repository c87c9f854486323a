import { LOCALES, type Locale } from '#core/locale.ts';
import { loadMessages, type Messages } from '#locales/load.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh } from '#server/platform/keep-fresh.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { createTranslate, type Translate } from '#server/platform/translate.ts';
import { findOverrides } from './store.ts';

/** Told of by whoever saves a text. */
export const TEXTS_CHANNEL = 'texts_changed';

type Node = Readonly<Record<string, unknown>>;
type Line = { readonly key: string; readonly locale: Locale; readonly value: string | null };

/** The same words but for one, which stays where it was; a key that the program has no more changes nothing. */
function withLine(node: Node, [first, ...rest]: readonly string[], value: string): Node {
  if (first === undefined || !Object.hasOwn(node, first)) return node;
  const there = node[first];
  if (rest.length === 0) return typeof there === 'string' ? { ...node, [first]: value } : node;
  return typeof there === 'object' && there !== null ? { ...node, [first]: withLine(there as Node, rest, value) } : node;
}

/** Words that are said as these lines have it, and as delivered else. */
export function sayingSo(lines: readonly Line[]): Translate {
  const delivered: Readonly<Record<Locale, Messages>> = { ru: loadMessages('ru'), en: loadMessages('en') };
  const said = Object.fromEntries(
    LOCALES.map((locale) => {
      const own = lines.filter((line) => line.locale === locale && line.value !== null);
      return [locale, own.reduce<Node>((words, { key, value }) => withLine(words, key.split('.'), value ?? ''), delivered[locale])];
    }),
  ) as Record<Locale, Messages>;
  return createTranslate(said);
}

export interface LoadedTexts {
  /** Says what the shop says, as it is now. */
  readonly t: Translate;
  start(): Promise<void>;
  stop(): void;
  refresh(): Promise<void>;
}

/** The shop's own words in the memory of every process. */
export function loadTexts(deps: {
  readonly db: Db;
  readonly live: Live;
  readonly log: Pick<Log, 'warn'>;
  readonly t: Translate;
}): LoadedTexts {
  let known = '[]';
  let current = deps.t;
  const refresh = async () => {
    const lines = await findOverrides(deps.db);
    const text = JSON.stringify(lines);
    if (text === known) return;
    current = lines.length === 0 ? deps.t : sayingSo(lines);
    known = text;
  };
  return { t: (locale, key, params) => current(locale, key, params), refresh, ...keepFresh(deps, TEXTS_CHANNEL, refresh) };
}
