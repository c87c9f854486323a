import { pairCookie } from '#contract/visit-cookies.ts';
import { pairInSlug, pairSlug, type PairOfCodes } from '#core/link/pair-path.ts';
import { isObject } from '#core/text/json.ts';

/** Pairs that this browser remembers: those used last, newest first, and those marked. */
export interface StoredPairs {
  readonly recent: readonly PairOfCodes[];
  readonly favourite: readonly PairOfCodes[];
}

const KEY = 'pairs';
export const MAX_RECENT = 4;
export const MAX_FAVOURITE = 4;
/** Above the length of the fullest list. */
const MAX_TEXT = 2_000;

const slugOf = ({ from, to }: PairOfCodes): string => pairSlug(from, to);
const isSame = (a: PairOfCodes, b: PairOfCodes): boolean => a.from === b.from && a.to === b.to;

function pairsIn(value: unknown, max: number): readonly PairOfCodes[] {
  if (!Array.isArray(value)) return [];
  const slugs = new Set(value.slice(0, max).filter((slug) => typeof slug === 'string'));
  return [...slugs].map(pairInSlug).filter((pair) => pair !== undefined);
}

/** Reads a stored text; anything malformed or too long is ignored. */
export function parsePairs(text: string | null): StoredPairs {
  if (text === null || text.length > MAX_TEXT) return { recent: [], favourite: [] };
  try {
    const stored: unknown = JSON.parse(text);
    return isObject(stored)
      ? { recent: pairsIn(stored['recent'], MAX_RECENT), favourite: pairsIn(stored['favourite'], MAX_FAVOURITE) }
      : { recent: [], favourite: [] };
  } catch {
    return { recent: [], favourite: [] };
  }
}

export function readPairs(): StoredPairs {
  try {
    return parsePairs(globalThis.localStorage.getItem(KEY));
  } catch {
    // Storage is unavailable
    return { recent: [], favourite: [] };
  }
}

function write({ recent, favourite }: StoredPairs): void {
  try {
    globalThis.localStorage.setItem(KEY, JSON.stringify({ recent: recent.map(slugOf), favourite: favourite.map(slugOf) }));
  } catch {
    // Storage is unavailable: the pair is remembered by its cookie only
  }
}

const first = (pair: PairOfCodes, pairs: readonly PairOfCodes[], max: number): readonly PairOfCodes[] =>
  [pair, ...pairs.filter((other) => !isSame(other, pair))].slice(0, max);

/** Remembers a pair as the one used last: home opens with it. */
export function rememberPair(pair: PairOfCodes): void {
  const stored = readPairs();
  write({ ...stored, recent: first(pair, stored.recent, MAX_RECENT) });
  document.cookie = pairCookie(pair, globalThis.location.protocol === 'https:');
}

export const isFavourite = ({ favourite }: StoredPairs, pair: PairOfCodes): boolean => favourite.some((other) => isSame(other, pair));

/** Marks a pair as favourite, or unmarks it. Returns what is stored then. */
export function toggleFavourite(pair: PairOfCodes): StoredPairs {
  const stored = readPairs();
  const favourite = isFavourite(stored, pair)
    ? stored.favourite.filter((other) => !isSame(other, pair))
    : first(pair, stored.favourite, MAX_FAVOURITE);
  const changed = { ...stored, favourite };
  write(changed);
  return changed;
}
