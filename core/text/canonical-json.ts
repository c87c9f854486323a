import { isObject } from './json.ts';

/* Apart from `json.ts`, which every page of the site loads. */

/** Whether two JSON values are equal; the order of members does not matter. */
export function isEqualJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, index) => isEqualJson(item, b[index]));
  if (!(isObject(a) && isObject(b))) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqualJson(a[key], b[key]));
}

/** Parses JSON with numbers kept as their source text, so that a price never becomes a float. */
export const parseExactJson = (text: string): unknown =>
  JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  );

function encodeCanonically(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(encodeCanonically).join(',')}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${encodeCanonically(member)}`).join(',')}}`;
}

/**
 * Canonical text of a JSON value for hashes and signatures (RFC 8785): sorted members, no white space. `undefined` and dates as in
 * `JSON.stringify`. Throws on a bigint.
 */
export const canonicalJson = (value: unknown): string => encodeCanonically(JSON.parse(JSON.stringify(value)));
