import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { openApi } from '#contract/openapi.ts';
import en from '#locales/en/developers.json' with { type: 'json' };
import ru from '#locales/ru/developers.json' with { type: 'json' };
import { docCalls, isOfPartners } from './calls.ts';

const SHOP = 'https://shop.example';
const endpoints = ALL_ENDPOINTS.filter(isOfPartners);
const description = openApi(endpoints, SHOP);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(description, 'api');

/** Errors of a value by the schema at a path of the description. */
function problemsOf(value: unknown, ...path: readonly string[]): string {
  const pointer = path.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
  const validate = ajv.compile({ $ref: `api#/${pointer.map(encodeURIComponent).join('/')}` });
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

const JSON_TYPE = 'application/vnd.api+json';

describe.each(docCalls(SHOP).map((call) => [call.name, call] as const))(
  'the example of %s',
  (_, { path, method, body, answer, status }) => {
    const operation = ['paths', path, method.toLowerCase()];
    it('has a request and a response that match the description of the API', () => {
      if (body !== null) expect(problemsOf(JSON.parse(body), ...operation, 'requestBody', 'content', JSON_TYPE, 'schema')).toBe('');
      if (answer !== null)
        expect(problemsOf(JSON.parse(answer), ...operation, 'responses', status, 'content', JSON_TYPE, 'schema')).toBe('');
      expect(`${body} ${answer}`).not.toContain('access_token');
    });
  },
);

it('every partner call is on the page, and there are no titles of other calls', () => {
  const names = docCalls(SHOP).map(({ name }) => name);
  expect(names.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted());
  for (const words of [ru, en]) expect(Object.keys(words.call).filter((name) => !names.includes(name))).toEqual([]);
});
