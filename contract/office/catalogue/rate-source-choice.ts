/** Built-in sources (one adapter file each). */
export const KNOWN_SOURCES = [
  'demo',
  'binance',
  'bybit',
  'okx',
  'kraken',
  'kucoin',
  'gate',
  'htx',
  'mexc',
  'cbr',
  'ecb',
  'coingecko',
] as const;
export type KnownSource = (typeof KNOWN_SOURCES)[number];

export const isKnownSource = (name: string): name is KnownSource => (KNOWN_SOURCES as readonly string[]).includes(name);

/** A chosen source: a built-in one, or an own list. */
export interface ChosenSource {
  readonly name: string;
  /** An own list: its address. A built-in source: alternative URL, or undefined. */
  readonly url: string | undefined;
}

const OWN_NAME = /^[a-z][a-z0-9_-]{0,30}$/;

const isHttp = (text: string): boolean => /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/.test(text);

/** Why an item is invalid; undefined: valid. */
type Problem = 'unknown_source' | 'wrong_name' | 'wrong_address';

/**
 * Parses an item: `binance` is built in; `own=https://...` is an own list at a URL; `own=file:./prices.csv`, or `file:./prices.csv` (named
 * `file`), is a file.
 */
export function readSource(item: string): ChosenSource | Problem {
  if (isKnownSource(item)) return { name: item, url: undefined };
  const [, name, url = ''] = /^(?:([^=]*)=)?(.*)$/.exec(item) ?? [];
  if (name === undefined) return url.startsWith('file:') ? { name: 'file', url } : 'unknown_source';
  if (!OWN_NAME.test(name) || isKnownSource(name)) return 'wrong_name';
  return isHttp(url) || /^file:.+/.test(url) ? { name, url } : 'wrong_address';
}

export interface Choice {
  readonly names: readonly string[];
  /** Alternative URLs of built-in sources. */
  readonly urls: Readonly<Record<string, string>>;
}

export interface ChoiceProblem {
  readonly item: string;
  readonly problem: Problem | 'twice';
}

/** Problems of a choice by item, duplicate names included; empty: valid. */
export function problemsOfChoice({ names, urls }: Choice): readonly ChoiceProblem[] {
  const read = names.map((item) => ({ item, found: readSource(item) }));
  const taken = new Set<string>();
  return [
    ...read.flatMap(({ item, found }): readonly ChoiceProblem[] => {
      if (typeof found === 'string') return [{ item, problem: found }];
      if (taken.has(found.name)) return [{ item, problem: 'twice' }];
      taken.add(found.name);
      return [];
    }),
    ...Object.entries(urls).flatMap(([name, url]): readonly ChoiceProblem[] => {
      if (!isKnownSource(name)) return [{ item: name, problem: 'unknown_source' }];
      return isHttp(url) ? [] : [{ item: `${name}=${url}`, problem: 'wrong_address' }];
    }),
  ];
}

/** The chosen sources with their addresses; invalid items are skipped. */
export const chosenSources = ({ names, urls }: Choice): readonly ChosenSource[] =>
  names.flatMap((item) => {
    const found = readSource(item);
    if (typeof found === 'string') return [];
    return [Object.hasOwn(urls, found.name) ? { ...found, url: urls[found.name] } : found];
  });
