import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

/** Sections 3.2.2 to 3.2.3 and appendix B of RFC 8785, and own documents. */
const VECTORS: readonly (readonly [what: string, json: string, canonical: string])[] = [
  [
    'literals, numbers and escapes',
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  ],
  [
    'members by UTF-16 code units',
    '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\uFB33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  ['members that look like numbers', '{"9":1,"10":2,"a":3,"1a":4}', '{"10":2,"1a":4,"9":1,"a":3}'],
  [
    'zero below zero',
    '[-0,0,5e-324,1.7976931348623157e308,295147905179352830000]',
    '[0,0,5e-324,1.7976931348623157e+308,295147905179352830000]',
  ],
  ['a member of an object’s own kind', '{"b":1,"__proto__":{"d":1,"c":2},"a":2}', '{"__proto__":{"c":2,"d":1},"a":2,"b":1}'],
  ['nothing', '{"b":[],"a":{}}', '{"a":{},"b":[]}'],
  [
    'items of a change',
    '[["direction","USDTTRC20>SBERRUB",{"minIncome":"100","maxIncome":"5000"},{"minIncome":"200","maxIncome":"9000"}]]',
    '[["direction","USDTTRC20>SBERRUB",{"maxIncome":"5000","minIncome":"100"},{"maxIncome":"9000","minIncome":"200"}]]',
  ],
];

test.each(VECTORS)('%s', (_what, json, canonical) => {
  expect(canonicalJson(JSON.parse(json))).toBe(canonical);
  expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
});

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
};

test('documents that differ only in the order of members give one text, others give another', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const text = canonicalJson(one);
      expect(canonicalJson(reversed(one))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(one)));
      if (canonicalJson(other) === text) expect(JSON.parse(JSON.stringify(other))).toEqual(JSON.parse(JSON.stringify(one)));
    }),
  );
});

test('values that JSON does not have are left out or refused', () => {
  expect(canonicalJson({ b: undefined, a: new Date(0) })).toBe('{"a":"1970-01-01T00:00:00.000Z"}');
  expect(() => canonicalJson({ amount: 1n })).toThrow(TypeError);
});
