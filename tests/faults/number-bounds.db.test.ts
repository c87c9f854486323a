import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { createApi } from '#tests/make/call-api.ts';
import { type Operation, operationsOf, type Schema, valueOf } from '#tests/make/openapi-requests.ts';
import { createProduct, type Product, type ProductProcess } from '#tests/make/product.ts';
import pages from '#web/routes.ts';

/** Numbers above the range of every column, below every minimum, and texts that are no numbers. */
const NUMBERS: Readonly<Record<string, string>> = {
  '2^31': '2147483648',
  '2^63': '9223372036854775808',
  '-1': '-1',
  '1e400': '1e400',
  NaN: 'NaN',
  '10,000 digits': '9'.repeat(10_000),
};
/** The only numbers stored in a `bigint` column. */
const BIG = new Set(['listChatMessages.before', 'officeGetChat.before']);
const MAX_INT4 = 2_147_483_647;

let product: Product;
let app: ProductProcess;
const cookies = { customer: '', owner: '' };
let operations: readonly Operation[] = [];

async function signIn(role: keyof typeof cookies): Promise<string> {
  const { db } = product.database;
  const id = randomUUID();
  const token = randomBytes(32).toString('base64url');
  await db.run(sql`
    insert into users (id, email, full_name, role, email_verified_at) values (${id}, ${`${role}@people.test`}, ${role}, ${role}, now())`);
  await db.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, active_at, expires_at, ip, device)
    values (${createHash('sha256').update(token).digest()}, ${id}, now(), now(), now(), now() + interval '1 day', '127.0.0.1', 'test')`);
  return `session=${token}`;
}

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  cookies.customer = await signIn('customer');
  cookies.owner = await signIn('owner');
  operations = operationsOf(JSON.parse((await app.api.call('GET', '/api/openapi.json')).text));
});
afterAll(async () => {
  await product.close();
});

/** The same valid value of a schema each time; made once, because a large document takes a second. */
const samples = new Map<Schema, unknown>();
function sampleOf(schema: Schema): unknown {
  if (!samples.has(schema))
    samples.set(
      schema,
      fc.sample(
        valueOf(schema, () => []),
        { numRuns: 1, seed: 1 },
      )[0],
    );
  return samples.get(schema);
}
const some = (schema: Schema): string => String(sampleOf(schema));

const allows = ({ type, pattern, enum: values, items, minLength = 0, maxLength = Infinity }: Schema, text: string): boolean => {
  if (items !== undefined) return allows(items, text);
  if (values !== undefined) return values.includes(text);
  if (type !== 'string') return false;
  return text.length >= minLength && text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text));
};
/** Whether a parameter takes only whole numbers. */
const isNumeric = (schema: Schema): boolean =>
  schema.type === 'integer' || (schema.pattern !== undefined && ['1', '2020'].some((one) => allows(schema, one)) && !allows(schema, 'a'));

/** The call with one parameter replaced and the others valid. */
function targetOf({ path, parameters }: Operation, name: string, text: string): string {
  const valueFor = (one: (typeof parameters)[number]) => encodeURIComponent(one.name === name ? text : some(one.schema));
  const own = parameters.filter(({ in: place }) => place === 'path');
  const query = parameters.filter((one) => one.in === 'query' && (one.required || one.name === name));
  const filled = own.reduce((address, one) => address.replace(`{${one.name}}`, valueFor(one)), path);
  return query.length === 0 ? filled : `${filled}?${query.map((one) => `${encodeURIComponent(one.name)}=${valueFor(one)}`).join('&')}`;
}

const bodyOf = ({ body, isForm }: Operation): { body?: string } =>
  body === undefined || isForm ? {} : { body: JSON.stringify(sampleOf(body)) };

const described = ALL_ENDPOINTS.map(({ name }) => name);

describe('a number in a path or query outside its column’s range', () => {
  it.each(described)('of %s is refused and breaks nothing', async (name) => {
    const operation = operations.find((one) => one.name === name);
    const wrong: string[] = [];
    for (const { name: parameter, in: place, schema } of operation?.parameters ?? []) {
      if (operation === undefined || place === 'header') continue;
      for (const [what, text] of Object.entries(NUMBERS)) {
        const answer = await app.api.call(operation.isStream ? 'HEAD' : operation.method, targetOf(operation, parameter, text), {
          headers: { cookie: operation.isOffice ? cookies.owner : cookies.customer },
          ...bodyOf(operation),
        });
        const isRefused = answer.status >= 400 && answer.status < 500;
        if (isRefused || (answer.status < 400 && !isNumeric(schema)) || (answer.status < 400 && allows(schema, text))) continue;
        wrong.push(`${parameter} ${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is refused by the description: no number pattern allows a value that its column cannot store', () => {
    const numeric = operations.flatMap(({ name, parameters }) =>
      parameters.filter(({ schema }) => isNumeric(schema)).map((one) => ({ ...one, at: `${name}.${one.name}` })),
    );
    expect(numeric.length).toBeGreaterThan(40);
    const most = (at: string) => (BIG.has(at) ? Number.MAX_SAFE_INTEGER : MAX_INT4);
    const wide = numeric.filter(({ schema, at }) => allows(schema, String(most(at) + 1)) || allows(schema, '9'.repeat(19)));
    expect(wide.map(({ at }) => at)).toEqual([]);
  });
});

/** Every address of the site, with the parameters of its path. */
const addressesOf = (routes: readonly RouteConfigEntry[], parent = ''): string[] =>
  routes.flatMap((route) => {
    const path = route.path === undefined ? parent : `${parent}/${route.path}`;
    return [...(route.index === true || route.path !== undefined ? [path || '/'] : []), ...addressesOf(route.children ?? [], path)];
  });
/** Query parameters that pages read as a number or pass to the API. */
const QUERY = [
  'page',
  'amount',
  'get',
  'rating',
  'part',
  'by',
  'state',
  'status',
  'currency',
  'from',
  'to',
  'cur_from',
  'cur_to',
  'year',
  'month',
  'q',
];

describe('a number in a page’s address', () => {
  it('is answered by a page or "not found", never by a fault', async () => {
    const addresses = [...new Set(addressesOf(pages))].filter((one) => !one.startsWith('/en'));
    expect(addresses.length).toBeGreaterThan(60);
    const api = createApi(app.url);
    const wrong: string[] = [];
    for (const [what, text] of Object.entries(NUMBERS))
      for (const address of addresses) {
        const path = address.replaceAll(/:\w+|\*/g, encodeURIComponent(text));
        for (const target of [
          ...(path === address ? [] : [path]),
          `${path}?${QUERY.map((one) => `${one}=${text.slice(0, 600)}`).join('&')}`,
        ]) {
          const answer = await fetch(api.url + target, { headers: { cookie: cookies.customer, accept: 'text/html' }, redirect: 'manual' });
          await answer.arrayBuffer();
          if (answer.status >= 500) wrong.push(`${address} ${what}: ${answer.status}`);
        }
      }
    expect(wrong).toEqual([]);
  });
});

it('no fault was logged', () => {
  expect(product.findings()).toEqual([]);
});
