import fs from 'node:fs';
import path from 'node:path';
import { col, raw, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '#tests/make/call-api.ts';
import { fillForm, type GuestOrder, orderOf, pay, readSystems, sendForm, untilStatus } from '#tests/make/customer.ts';
import { attributesOf, type Operation, operationsOf } from '#tests/make/openapi-requests.ts';
import { freePort } from '#tests/make/process.ts';
import { createProduct, OWNER, type Product, type ProductProcess } from '#tests/make/product.ts';

/** Values that must not appear anywhere; each has its own shape, so that a hit names its source. */
const PAN = '4242424242424242';
const GROUPED = '4242 4242 4242 4242';
const PASSWORD = 'Canary-7-kenar-Pass';
const WRONG_PASSWORD = 'Canary-9-wrong-Pass';
const TOKEN = 'canary-token-5f2c9a7e1b';
const secrets = new Set([PAN, GROUPED, PASSWORD, WRONG_PASSWORD, TOKEN]);

let product: Product;
let app: ProductProcess;
let metricsUrl = '';
let own: GuestOrder;
let operations: readonly Operation[];
/** All responses with their headers, except the one that returns a key. */
const answers: string[] = [];

const cookieOf = (answer: ApiAnswer): string => answer.headers['set-cookie']?.split(';')[0] ?? '';
const record = (answer: ApiAnswer): ApiAnswer => {
  const { 'set-cookie': _, ...headers } = answer.headers;
  answers.push(`${answer.status} ${JSON.stringify(headers)} ${answer.text}`);
  return answer;
};

/** A sign-in whose password and session are secrets from then on. */
async function signIn(type: string, url: string, attributes: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = record(await app.api.call('POST', url, { type, attributes }));
  expect(answer.status, answer.text).toBe(201);
  const cookie = cookieOf(answer);
  secrets.add(cookie.slice(cookie.indexOf('=') + 1));
  return cookie;
}

beforeAll(async () => {
  const metricsPort = await freePort();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  product = await createProduct();
  app = await product.start({ LOG_LEVEL: 'debug', METRICS_PORT: String(metricsPort) });
  operations = operationsOf(JSON.parse((await app.api.call('GET', '/api/openapi.json')).text));
});
afterAll(async () => {
  await product.close();
});

/** Secrets in every text field of every call of customers and visitors: passwords in password fields, other secrets elsewhere. */
async function pushEverywhere(keys: Readonly<Record<string, string>>): Promise<void> {
  for (const operation of operations.filter(({ isOffice, isForm, method }) => !isOffice && !isForm && method !== 'GET')) {
    const target = operation.path.replaceAll(/\{\w+\}/g, TOKEN);
    const fields = Object.keys(attributesOf(operation));
    for (const bait of [PAN, [WRONG_PASSWORD, GROUPED, TOKEN].join(' ')]) {
      const body = Object.fromEntries(fields.map((name) => [name, /requisites/.test(name) ? { card_number: bait } : bait]));
      const answer = await app.api.call(operation.method, target, { headers: keys, body: JSON.stringify(body) });
      // This call returns the typed requisites without spaces and stores nothing
      if (operation.name !== 'checkTypedRequisites') record(answer);
    }
  }
}

describe('confidential values (R42, R43)', () => {
  it('are sent through every input', async () => {
    const { api } = app;
    const systems = await readSystems(api);
    const form = await fillForm(api, { from: 'USDTTRC20', to: 'CARDRUB', side: 'income', amount: '50' }, systems);
    const requisites = { ...(form['outcome_requisites'] as object), card_number: PAN };
    const email = 'canary@example.org';
    const made = await sendForm(api, { ...form, email, outcome_requisites: requisites }, 'a-key-of-the-canary-order');
    own = orderOf(made);
    secrets.add(own.token);
    // The order's owner may read the full requisites with their key (decision 0017), so that answer is not recorded
    const people = { email, password: PASSWORD, password_confirmation: PASSWORD, full_name: 'Canary Kenar', accept_terms: true };
    const cookie = await signIn('users', '/api/v1/users', people);
    await signIn('sessions', '/api/v1/sessions', { email, password: PASSWORD });
    const owner = await signIn('sessions', '/api/v1/sessions', OWNER);
    secrets.add(OWNER.password);
    record(await api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: { email, password: WRONG_PASSWORD } }));
    await pushEverywhere({ cookie, 'order-token': TOKEN });
    const opened = await fetch(`${app.url}/order/${own.id}?token=${own.token}`, { redirect: 'manual' });
    answers.push(`${opened.status} ${String(opened.headers.get('location'))}`);
    expect(opened.status).toBe(302);
    await pay(api, own);
    await untilStatus(api, own, 'completed');
    for (const url of [`/api/office/v1/orders/${own.id}`, `/api/office/v1/orders?q=${own.id}`, '/api/office/v1/audit_records'])
      record(await api.call('GET', url, { headers: { cookie: owner } }));
  });

  /** Where each secret was found: the name of the store, never the secret. */
  const hitsIn = (place: string, text: string): string[] =>
    [...secrets].flatMap((secret) => (text.includes(secret) ? [`${place}: ${secret.slice(0, 6)}…`] : []));

  it('appear in no response, log or metric', async () => {
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.flatMap((answer) => hitsIn(answer.slice(0, 300), answer))).toEqual([]);
    expect(app.output()).not.toBe('');
    expect(
      app
        .output()
        .split('\n')
        .flatMap((line) => hitsIn(`log ${line.slice(0, 160)}`, line)),
    ).toEqual([]);
    expect(hitsIn('metrics', await (await fetch(metricsUrl)).text())).toEqual([]);
  });

  it('appear in no database row, stored mail or file', async () => {
    const { adminDb } = product.database;
    const Table = rowType({ name: col.text });
    const tables = await adminDb.many(
      Table,
      // The test bank's own books belong to another company
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema', 'sandbox')`,
    );
    const Row = rowType({ text: col.text });
    const hits: string[] = [];
    for (const { name } of tables) {
      for (const { text } of await adminDb.many(Row, sql`select t::text as text from ${raw(name)} t`)) hits.push(...hitsIn(name, text));
    }
    expect(tables.length).toBeGreaterThan(50);
    expect([...new Set(hits)]).toEqual([]);
    const files = fs.readdirSync(product.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of files) hits.push(...hitsIn(file.name, fs.readFileSync(path.join(file.parentPath, file.name), 'latin1')));
    expect(hits).toEqual([]);
  });
});

describe('redirect parameters (R49)', () => {
  const BAITS = [
    '//evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%0d%0aLocation:%20https://evil.example',
    '/\\evil.example',
    '/%09/evil.example',
  ];
  const PARAMETERS = ['next', 'return', 'return_to', 'redirect', 'redirect_uri', 'url', 'to', 'from', 'back', 'continue'];
  const PATHS = [
    '/',
    '/sign-in',
    '/sign-up',
    '/account',
    '/reset-password',
    '/activate',
    '/exchange/usdttrc20-sberrub',
    '/terms',
    '/nowhere',
    '/office',
  ];

  it('lead only to our own pages', async () => {
    const led: string[] = [];
    for (const prefix of ['', '/en']) {
      for (const page of PATHS) {
        for (const bait of BAITS) {
          const query = PARAMETERS.map((name) => `${name}=${bait.includes('%') ? bait : encodeURIComponent(bait)}`).join('&');
          const answer = await fetch(`${app.url}${prefix}${page}?${query}`, { redirect: 'manual' });
          const location = answer.headers.get('location');
          await answer.arrayBuffer();
          if (answer.status >= 500) led.push(`${page} ${bait}: ${answer.status}`);
          if (location === null) continue;
          if (new URL(location, app.url).origin !== app.url || /[\r\n\\]/.test(location)) led.push(`${page} ${bait}: ${location}`);
        }
      }
    }
    expect(led).toEqual([]);
  });

  it('lead only to our own pages after a sign-in too', async () => {
    const led: string[] = [];
    for (const bait of BAITS) {
      const answer = await fetch(`${app.url}/sign-in?next=${encodeURIComponent(bait)}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: app.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email: 'canary@example.org', password: PASSWORD, next: bait }).toString(),
      });
      const location = answer.headers.get('location');
      if (location === null || new URL(location, app.url).origin !== app.url) led.push(`${bait}: ${answer.status} ${String(location)}`);
    }
    expect(led).toEqual([]);
  });
});
