import { describe, expect, test } from 'vitest';
import { contractEndpoints } from '#tests/make/endpoints.ts';
import { ALL_ENDPOINTS } from './all.ts';
import { callRefusals } from './call-refusals.ts';
import { openApi } from './openapi.ts';
import { REFUSAL_STATUS } from './refusals.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  readonly requestBody?: unknown;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}
type Description = { readonly openapi: string; readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } & Readonly<
  Record<string, unknown>
>;

const description = JSON.parse(JSON.stringify(openApi(ALL_ENDPOINTS, 'https://example.com'))) as Description;
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));

function everyObject(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(everyObject)];
}

const follow = (pointer: string) =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], description);

describe('the list of all calls', () => {
  test('has every endpoint of the contract', async () => {
    const names = (await contractEndpoints()).map(({ endpoint }) => endpoint.name);
    expect(ALL_ENDPOINTS.map(({ name }) => name).toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test('has unique names and one endpoint for each method and path', () => {
    for (const keys of [
      ALL_ENDPOINTS.map(({ name }) => name),
      ALL_ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    ]) {
      expect(keys.length).toBe(new Set(keys).size);
    }
  });

  test('declares exactly the parameters of the path', () => {
    for (const { name, path, params } of ALL_ENDPOINTS) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(
        Object.keys(params?._zod.def.shape ?? {}).toSorted((a, b) => a.localeCompare(b)),
        `in ${name}`,
      ).toEqual(inPath.toSorted((a = '', b = '') => a.localeCompare(b)));
    }
  });

  test('declares every include with its resource', () => {
    const including = ALL_ENDPOINTS.filter(({ query }) => query !== undefined && 'include' in query._zod.def.shape);
    expect(including.length).toBeGreaterThan(0);
    for (const { name, include } of including) expect(include, `in ${name}`).toBeDefined();
  });
});

describe('the description', () => {
  test('states the accepted credentials of every call', () => {
    const { securitySchemes } = description['components'] as { securitySchemes: Record<string, { type: string; name: string }> };
    expect(Object.entries(securitySchemes).map(([name, scheme]) => [name, scheme.type, scheme.name])).toEqual([
      ['partnerKey', 'apiKey', 'Partner-Key'],
      ['session', 'apiKey', '__Host-session'],
      ['orderToken', 'apiKey', 'Order-Token'],
    ]);
    for (const operation of operations) {
      expect(operation.security, `in ${operation.operationId}`).toBeDefined();
      for (const name of (operation.security ?? []).flatMap((one) => Object.keys(one))) expect(securitySchemes).toHaveProperty(name);
    }
  });

  test('offers sparse fields of every document, and sorting and paging of every list', () => {
    expect(ALL_ENDPOINTS.filter(({ reply }) => reply.kind === 'collection').length).toBeGreaterThan(4);
    const named = ({ parameters = [] }: Operation) => parameters.map(({ name }) => name);
    for (const endpoint of ALL_ENDPOINTS) {
      const operation = description.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      const names = operation === undefined ? [] : named(operation);
      if ('type' in endpoint.reply) expect(names, `in ${endpoint.name}`).toContain(`fields[${endpoint.reply.type}]`);
      if (endpoint.reply.kind === 'collection')
        expect(names, `${endpoint.name}: a list with \`paged: true\` says \`sort: sortQuery(...)\` in its query`).toEqual(
          expect.arrayContaining(['sort', 'page', 'per']),
        );
    }
  });

  test('is OpenAPI 3.1 without dangling references', () => {
    expect(description.openapi).toBe('3.1.0');
    const pointers = everyObject(description).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    expect(pointers.length).toBeGreaterThan(100);
    for (const pointer of new Set(pointers)) expect(follow(pointer), `to ${pointer}`).toBeDefined();
  });

  test('has every call with its statuses, parameters and bodies', () => {
    expect(operations.length).toBe(ALL_ENDPOINTS.length + 1);
    for (const endpoint of ALL_ENDPOINTS) {
      const operation = description.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
      expect(operation?.operationId).toBe(endpoint.name);
      const statuses = Object.keys(operation?.responses ?? {});
      for (const code of callRefusals(endpoint)) expect(statuses, `${endpoint.name} ${code}`).toContain(String(REFUSAL_STATUS[code]));
      for (const status of ['400', '406', '415', '429', '500']) expect(statuses, `in ${endpoint.name}`).toContain(status);
      expect(operation?.requestBody !== undefined, `in ${endpoint.name}`).toBe(endpoint.body !== undefined || endpoint.files !== undefined);
      const inPath = operation?.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`) ?? [];
      for (const name of inPath) expect(endpoint.path).toContain(name);
    }
  });

  test('is plain JSON Schema without members of the generator', () => {
    const parts = everyObject(description);
    for (const part of parts) expect(part).not.toHaveProperty('~standard');
    const types = new Set(parts.map(({ type }) => type).filter((type) => typeof type === 'string'));
    expect(new Set(['string', 'object', 'array', 'number', 'integer', 'boolean', 'null', 'apiKey'])).toEqual(
      types.union(new Set(['null', 'integer', 'apiKey'])),
    );
  });
});
