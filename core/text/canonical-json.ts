function encode(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(encode).join(',')}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${encode(inner)}`).join(',')}}`;
}

/**
 * Canonical text of a JSON value (RFC 8785): members sorted by UTF-16 code units, no white space. For hashes and signatures. `undefined`
 * and dates as in `JSON.stringify`; a bigint throws.
 */
export const canonicalJson = (value: unknown): string => encode(JSON.parse(JSON.stringify(value)));
