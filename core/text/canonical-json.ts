function encode(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(encode).join(',')}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${encode(inner)}`).join(',')}}`;
}

/**
 * One text for one JSON value, whatever the order its members were typed or stored in (RFC 8785): members sorted by UTF-16 code units,
 * no white space, numbers and strings as ECMAScript writes them. The input of every hash and signature over a document.
 * `undefined` and dates become what `JSON.stringify` makes of them; a bigint throws.
 */
export const canonicalJson = (value: unknown): string => encode(JSON.parse(JSON.stringify(value)));
