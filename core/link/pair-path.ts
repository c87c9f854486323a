/** A payment system's code in a URL: letters and digits, so that a hyphen separates two codes. */
const CODE = '[A-Za-z0-9]{1,20}';
const SLUG = new RegExp(`^(${CODE})-(${CODE})$`);
/** Other forms of a pair's path: earlier URLs and hand-typed ones, in two segments, letters of any case, with a final slash. */
const OTHER_FORM = new RegExp(`^((?:/en)?/exchange)/(${CODE})[/-](${CODE})/?(\\.data)?$`);

/** The codes of a pair. */
export interface PairOfCodes {
  readonly from: string;
  readonly to: string;
}

/** The URL segment of a pair: `sberrub-usdttrc20`. */
export const pairSlug = (from: string, to: string): string =>
  `${encodeURIComponent(from.toLowerCase())}-${encodeURIComponent(to.toLowerCase())}`;

/** The canonical path of a pair's page, without its language (issue 10: `/exchange/sberrub-usdttrc20`). */
export const pairPath = (from: string, to: string): string => `/exchange/${pairSlug(from, to)}`;

/** The codes in a URL segment, in upper case; undefined where it is not a pair. */
export function pairInSlug(slug: string): PairOfCodes | undefined {
  const [, from, to] = SLUG.exec(slug) ?? [];
  return from === undefined || to === undefined ? undefined : { from: from.toUpperCase(), to: to.toUpperCase() };
}

/** The path of a payment system's page, without its language. */
export const systemPath = (code: string): string => `/systems/${encodeURIComponent(code.toLowerCase())}`;

/** The canonical path of a pair given in another form; undefined if the path is canonical or not a pair. */
export function canonicalPairPath(path: string): string | undefined {
  const [, prefix = '', from, to, data = ''] = OTHER_FORM.exec(path) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const canonical = `${prefix}/${pairSlug(from, to)}${data}`;
  return canonical === path ? undefined : canonical;
}
