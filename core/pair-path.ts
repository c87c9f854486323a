/** What a code of a payment system may be in an address: letters and digits, so that a hyphen parts two of them. */
const CODE = '[A-Za-z0-9]{1,20}';
const SLUG = new RegExp(`^(${CODE})-(${CODE})$`);
/** A pair as it was addressed before, or as people write it: two steps or letters of any case, with a slash too many. */
const WRITTEN = new RegExp(`^((?:/en)?/exchange)/(${CODE})[/-](${CODE})/?(\\.data)?$`);

/** The codes of a pair. */
export interface PairOfCodes {
  readonly from: string;
  readonly to: string;
}

/** A pair in one step of an address: `sberrub-usdttrc20`. */
export const pairSlug = (from: string, to: string): string =>
  `${encodeURIComponent(from.toLowerCase())}-${encodeURIComponent(to.toLowerCase())}`;

/** The one address of a pair's page, without its language (issue 10: `/exchange/sberrub-usdttrc20`). */
export const pairPath = (from: string, to: string): string => `/exchange/${pairSlug(from, to)}`;

/** The codes that a step of an address names, whatever the case of its letters; undefined where it names no pair. */
export function pairInSlug(slug: string): PairOfCodes | undefined {
  const [, from, to] = SLUG.exec(slug) ?? [];
  return from === undefined || to === undefined ? undefined : { from: from.toUpperCase(), to: to.toUpperCase() };
}

/** The page of a payment system, without its language. */
export const systemPath = (code: string): string => `/systems/${encodeURIComponent(code.toLowerCase())}`;

/** Where a pair's page is really, for a path that names one in another way; undefined for the real one and for all that is no pair. */
export function truePairPath(path: string): string | undefined {
  const [, home = '', from, to, data = ''] = WRITTEN.exec(path) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const own = `${home}/${pairSlug(from, to)}${data}`;
  return own === path ? undefined : own;
}
