import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { type GuestOrder, order, pay, readSystems, untilStatus } from '#tests/make/customer.ts';
import {
  validRequest,
  invalidRequest,
  type GeneratedRequest,
  type KnownValues,
  type Operation,
  operationsOf,
} from '#tests/make/openapi-requests.ts';
import { createProduct, OWNER, type Product, type ProductProcess } from '#tests/make/product.ts';

/** `FUZZ_DEPTH=100` runs a hundred times as many requests. */
const DEPTH = Number(process.env['FUZZ_DEPTH'] ?? '1');
/** The same requests in every run, so that a failure is caused by a change; another `FUZZ_SEED` gives others. */
const SEED = Number(process.env['FUZZ_SEED'] ?? '20261120');
const ALLOWED_RUNS = 10 * DEPTH;
const BROKEN_RUNS = 20 * DEPTH;
/** Each sign-in costs a password hash. */
const runsOf = ({ name }: Operation, runs: number): number => (name === 'createSession' ? 15 : runs);
const INSIDES = /\n\s+at |node_modules|\.ts:\d|ECONN|stack|postgres|syntax error/i;

let product: Product;
let app: ProductProcess;
let cookie = '';
const guests: GuestOrder[] = [];
let operations: readonly Operation[] = [];
let meaning: KnownValues = () => [];

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  const { api } = app;
  const systems = await readSystems(api);
  const waiting = await order(api, { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '50' }, systems);
  const done = await order(api, { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' }, systems);
  await pay(api, done);
  await untilStatus(api, done, 'completed');
  guests.push(waiting, done);
  const session = await api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
  cookie = session.headers['set-cookie']?.split(';')[0] ?? '';
  operations = operationsOf(JSON.parse((await api.call('GET', '/api/openapi.json')).text)).filter(({ name }) => name !== 'openApi');
  const codes = [...systems.keys()].slice(0, 12);
  const amounts = ['100', '0.01', '1.', '1,5', '5 000', '999999999', '0'];
  meaning = (name) => {
    if (/payment_system/.test(name)) return codes;
    if (/amount/.test(name)) return amounts;
    if (/^(id|order_id)$/.test(name)) return [waiting.id, done.id];
    if (name === 'email') return ['guest@example.org', OWNER.email];
    return [];
  };
});
afterAll(async () => {
  await product.close();
});

/** Credentials of the request: the owner in the office, a guest with the token of their order. */
function keysOf({ isOffice }: Operation, target: string): Readonly<Record<string, string>> {
  const own = guests.find(({ id }) => target.includes(id)) ?? guests[0];
  return isOffice ? { cookie } : { 'order-token': own?.token ?? '' };
}

/** Closes a stream once it has started: public streams do not end. */
async function beginStream(target: string, headers: Readonly<Record<string, string>>): Promise<{ status: number; text: string }> {
  const leave = new AbortController();
  const answer = await fetch(`${app.url}${target}`, { headers: { 'site-locale': 'en', ...headers }, signal: leave.signal });
  const text = answer.status === 200 ? '' : await answer.text();
  leave.abort();
  return { status: answer.status, text };
}

async function checkAnswer(operation: Operation, { target, headers, body }: GeneratedRequest): Promise<void> {
  const answer = operation.isStream
    ? await beginStream(target, headers)
    : await app.api.call(operation.method, target, {
        headers: { ...keysOf(operation, target), ...headers },
        ...(body === undefined ? {} : { body }),
      });
  const descriptionResult = `${operation.method} ${target} ${JSON.stringify(headers)} ${body?.slice(0, 300)} -> ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.status, descriptionResult).toBeLessThan(500);
  expect(operation.statuses.has(answer.status) || isMoved(operation, target), descriptionResult).toBe(true);
  if (answer.status >= 400) expect(answer.text, descriptionResult).not.toMatch(INSIDES);
}

/** A path that the router does not match to the operation: a broken escape or too long a parameter. */
const isMoved = ({ path }: Operation, target: string): boolean => path.includes('{') && /%(?![0-9a-f]{2})|%ff|%c0|[^/?]{301}/i.test(target);

const expectOnlyDescribed = (operation: Operation, requests: fc.Arbitrary<GeneratedRequest>, runs: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(requests, (request) => checkAnswer(operation, request)),
    { numRuns: runsOf(operation, runs), seed: SEED },
  );

const describedNames = ALL_ENDPOINTS.map(({ name }) => name);
const operationNamed = (name: string): Operation => {
  const found = operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
};

describe('requests generated from the description (R45)', () => {
  it('the description has exactly the existing calls', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual([...describedNames].sort());
  });

  it.each(describedNames)(
    '%s answers valid and invalid requests only as described',
    async (name) => {
      const operation = operationNamed(name);
      await expectOnlyDescribed(operation, validRequest(operation, meaning), ALLOWED_RUNS);
      await expectOnlyDescribed(operation, invalidRequest(operation, meaning), BROKEN_RUNS);
    },
    60_000 * DEPTH,
  );

  it('afterwards the process serves, no fault was logged, and the books agree', async () => {
    expect((await readSystems(app.api)).size).toBeGreaterThan(20);
    expect((await app.api.call('GET', '/health/ready')).status).toBe(200);
    expect(await product.audit()).toEqual([]);
    expect(product.findings()).toEqual([]);
  });
});
