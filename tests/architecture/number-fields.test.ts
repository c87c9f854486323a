import { expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { openApi } from '#contract/openapi.ts';
import { attributesOf, operationsOf, type Schema } from '#tests/make/openapi-requests.ts';

/** The largest number of an `integer` column; a larger one in a statement is a fault of the server. */
const MAX_INT4 = 2_147_483_647;
/** Stored in a `bigint` column. */
const INT8 = /^(?:readChat|officeReadChat)\.nr$|^office(?:Answer|Close)Chat\.seen$/;

interface NumberField {
  readonly name: string;
  readonly max: number;
  readonly isWhole: boolean;
}

function numbersIn(schema: Schema, name: string): readonly NumberField[] {
  const { type, maximum = Infinity, anyOf, items, properties = {}, additionalProperties } = schema;
  const parts = [
    ...(anyOf ?? []).map((one) => [name, one] as const),
    ...(items === undefined ? [] : [[`${name}[]`, items] as const]),
    ...Object.entries(properties).map(([member, one]) => [`${name}.${member}`, one] as const),
    ...(additionalProperties === undefined ? [] : [[`${name}.*`, additionalProperties] as const]),
  ];
  if (schema.const !== undefined || schema.enum !== undefined) return [];
  const own = type === 'integer' || type === 'number' ? [{ name, max: maximum, isWhole: type === 'integer' }] : [];
  return [...own, ...parts.flatMap(([part, one]) => numbersIn(one, part))];
}

const FIELDS = operationsOf(openApi(ALL_ENDPOINTS, 'https://exchange.example')).flatMap((operation) =>
  Object.entries(attributesOf(operation)).flatMap(([name, one]) => numbersIn(one, `${operation.name}.${name}`)),
);

test('every number of a request is whole and fits its column', () => {
  expect(FIELDS.length).toBeGreaterThan(50);
  const wrong = FIELDS.filter(({ name, max, isWhole }) => !isWhole || max > (INT8.test(name) ? Number.MAX_SAFE_INTEGER : MAX_INT4));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('an exception names an existing field', () => {
  expect(FIELDS.some(({ name }) => INT8.test(name))).toBe(true);
});
