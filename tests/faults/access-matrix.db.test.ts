import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { REFUSAL_STATUS } from '#contract/refusals.ts';
import { accessRefusal, type Actor, OPERATOR_ROLES } from '#core/access/access.ts';
import type { ApiAnswer } from '#tests/make/call-api.ts';
import { type GuestOrder, order, readOrder, requisitesOf } from '#tests/make/customer.ts';
import { validRequest, attributesOf, type Operation, operationsOf } from '#tests/make/openapi-requests.ts';
import { makeAccount, makeKey, type PartnerKey, signedHeaders } from '#tests/make/partner.ts';
import { createProduct, type Product, type ProductProcess } from '#tests/make/product.ts';
import { as } from '#tests/make/rows.ts';

/** Every actor of the table, and B: another customer without access to A's data. */
const PEOPLE: Readonly<Record<string, Actor>> = {
  signed_in: { kind: 'user', role: 'customer', hasVerifiedEmail: false },
  half_open: { kind: 'half_open' },
  a: { kind: 'user', role: 'customer', hasVerifiedEmail: true },
  b: { kind: 'user', role: 'customer', hasVerifiedEmail: true },
  ...Object.fromEntries(OPERATOR_ROLES.map((role) => [role, { kind: 'user', role, hasVerifiedEmail: true } as const])),
};
const VISITOR: Actor = { kind: 'guest' };
/** The program of a partner whose key can only read. */
const PROGRAM = { kind: 'partner', scopes: ['rates:read', 'orders:read'] } as const satisfies Actor;

let product: Product;
let app: ProductProcess;
let operations: readonly Operation[] = [];
let guests: GuestOrder;
let others: GuestOrder;
let program: PartnerKey;
const ids = new Map<string, string>();
const cookies = new Map<string, string>();
const sessions = new Map<string, string>();
const wallet = randomUUID();
const card = randomUUID();
const [chat, browser] = [randomUUID(), randomUUID()];
const exported = randomUUID();
const reserveRequest = randomUUID();
const chatFile = randomUUID();
const [webhook, delivery] = [randomUUID(), randomUUID()];

/** A fresh session: these tests start after the sign-in. */
async function signIn(name: string, actor: Actor): Promise<void> {
  const { db } = product.database;
  const id = randomUUID();
  const isHalfOpen = actor.kind === 'half_open';
  const isVerified = actor.kind !== 'user' || actor.hasVerifiedEmail;
  await db.run(sql`
    insert into users (id, email, full_name, role, email_verified_at, second_factor_since)
    values (${id}, ${`${name}@people.test`}, ${name}, ${actor.kind === 'user' ? actor.role : 'customer'},
      case when ${isVerified} then now() end, case when ${isHalfOpen} then now() end)`);
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  await db.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, active_at, expires_at, ip, device)
    values (${hash}, ${id}, now(), now(), now(), now() + interval '1 day', '127.0.0.1', 'test')`);
  ids.set(name, id);
  cookies.set(name, `session=${token}`);
  sessions.set(name, hash.toString('base64url'));
}

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  operations = operationsOf(JSON.parse((await app.api.call('GET', '/api/openapi.json')).text)).filter(({ name }) => name !== 'openApi');
  const calculation = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' } as const;
  program = await makeKey(app.api, await makeAccount(product.database.db, 'program'), { scopes: PROGRAM.scopes });
  [guests, others] = [await order(app.api, calculation), await order(app.api, calculation)];
  await requisitesOf(app.api, guests);
  for (const [name, actor] of Object.entries(PEOPLE)) await signIn(name, actor);
  await product.database.db.run(sql`
    insert into user_wallets (id, user_id, payment_system_code, side, values_sealed, values_masked, fingerprint, created_at, last_used_at)
    values (${wallet}, ${ids.get('a')}, 'SBERRUB', 'outcome', ${Buffer.of(0)}, '{}', ${Buffer.of(0)}, now(), now())`);
  await product.database.db.run(sql`
    insert into card_verifications (id, user_id, card_fingerprint, card_masked, card_sealed, name, issuing_bank_id, state, created_at, picture_key, picture_secret_sealed)
    select ${card}, ${ids.get('a')}, ${Buffer.of(0)}, '•••', ${Buffer.of(0)}, 'A', id, 'pending', now(), 'none', ${Buffer.of(0)} from issuing_banks limit 1`);
  await product.database.db.run(sql`
    insert into data_exports (id, user_id, state, parts, requested_at, ready_at, expires_at, file_key, file_secret_sealed, size)
    values (${exported}, ${ids.get('a')}, 'ready', 1, now(), now(), now() + interval '1 day', 'none', ${Buffer.of(0)}, 1)`);
  await product.database.db.run(sql`
    insert into telegram_links (id, chat_id, user_id, locale, linked_at) values (${chat}, '1', ${ids.get('a')}, 'ru', now())`);
  await product.database.db.run(sql`
    insert into push_subscriptions (id, user_id, endpoint_hash, subscription_sealed, name, locale, added_at)
    values (${browser}, ${ids.get('a')}, ${Buffer.of(0)}, ${Buffer.of(0)}, 'A', 'ru', now())`);
  await product.database.db.run(sql`
    with talk as (
      insert into chat_threads (id, user_id, state, locale, created_at, last_at) values (${randomUUID()}, ${ids.get('a')}, 'answered', 'ru', now(), now())
      returning id
    )
    insert into chat_messages (id, thread_id, author, text, at, file_id, file_key, file_type, file_size)
    select ${randomUUID()}, talk.id, 'customer', '', now(), ${chatFile}, 'none', 'application/pdf', 1 from talk`);
  await product.database.db.run(sql`
    with at as (
      insert into webhook_endpoints (id, user_id, mode, url, topics, secret_sealed, paused_by, paused_at, created_at)
      values (${webhook}, ${ids.get('a')}, 'live', 'https://hooks.example.com/', '{}', ${Buffer.of(0)}, 'owner', now(), now()) returning id
    ), happened as (
      insert into webhook_events (id, user_id, sequence, topic, body, created_at) values ('evt_a', ${ids.get('a')}, 0, 'webhook.ping', '{}', now()) returning id
    )
    insert into webhook_deliveries (id, endpoint_id, event_id, line, sequence, state, ends_at, created_at)
    select ${delivery}, at.id, happened.id, 'evt_a', 0, 'failed', now(), now() from at, happened`);
  await product.database.db.run(sql`
    insert into reserve_requests (id, email, mailbox, user_id, locale, outcome_code, amount, state, asked_at, said_at)
    values (${reserveRequest}, 'a@example.org', 'a@example.org', ${ids.get('a')}, 'ru', 'SBERRUB', 1, 'open', now(), now())`);
});
afterAll(async () => {
  await product.close();
});

const BOUNDARY = 'a-boundary';
/** An invalid key: refused after the access check and before any change. */
const NO_KEY = { 'idempotency-key': 'no key' } as const;

interface RequestParts {
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call without effect for permitted actors: its body and its idempotency key are invalid. */
const send = ({ method, body, isForm, isStream }: Operation, { target, headers = {} }: RequestParts): Promise<ApiAnswer> =>
  app.api.call(isStream ? 'HEAD' : method, target, {
    headers: {
      ...(isForm ? { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } : {}),
      ...(method === 'GET' ? {} : NO_KEY),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? `--${BOUNDARY}--\r\n` : '{' }),
  });

const signatureOf = ({ method, isStream, isForm, body }: Operation, target: string) =>
  signedHeaders(program, { method: isStream ? 'HEAD' : method, target, body: body === undefined || isForm ? '' : '{' });

const NOBODYS = 'nobodys-thing-00000';
const addressOf = ({ path }: Operation, id: string): string => path.replaceAll(/\{\w+\}/g, encodeURIComponent(id));
const cookieOf = (name: string): Readonly<Record<string, string>> => {
  const cookie = cookies.get(name);
  return cookie === undefined ? {} : { cookie };
};

/** Every operation by every actor: thousands of calls. */
const WALK_TIMEOUT_MS = 4 * 60_000;

describe('every call and every role of the access table (R40)', () => {
  const own = new Map(ALL_ENDPOINTS.map(({ name, refusals }) => [name, new Set<string>(refusals)]));
  const OF_THE_TABLE = ['scope_missing', 'not_authenticated', 'second_factor_required', 'email_not_verified', 'access_denied'];

  it('agree', { timeout: WALK_TIMEOUT_MS }, async () => {
    const everybody = [['visitor', VISITOR], ['program', PROGRAM], ...Object.entries(PEOPLE)] as const;
    const wrong: string[] = [];
    for (const operation of operations) {
      await Promise.all(
        everybody.map(async ([name, actor]) => {
          const target = addressOf(operation, NOBODYS);
          const headers = actor.kind === 'partner' ? signatureOf(operation, target) : cookieOf(name);
          const answer = await send(operation, { target, headers });
          const code = accessRefusal(actor, operation.action, operation.scope);
          const refusalCode = operation.isStream ? undefined : answer.errors[0]?.code;
          const isRefused =
            answer.status === (code === undefined ? 0 : REFUSAL_STATUS[code]) && (operation.isStream || refusalCode === code);
          // A permitted call may still be refused because of its subject, with a described refusal
          const isLetIn =
            refusalCode === undefined || !OF_THE_TABLE.includes(refusalCode) || own.get(operation.name)?.has(refusalCode) === true;
          if (code === undefined ? !isLetIn || answer.status >= 500 : !isRefused)
            wrong.push(`${name} ${operation.name}: ${answer.status} ${refusalCode}, by the table ${code ?? 'let in'}`);
        }),
      );
    }
    expect(wrong).toEqual([]);
    expect(operations.length).toBe(ALL_ENDPOINTS.length);
  });
});

/** A form with a file in each member that may take one. */
function formOf(operation: Operation): string {
  const parts = Object.entries(attributesOf(operation)).map(([name, { contentMediaType }]) => {
    const isFile = contentMediaType !== undefined;
    const head = `content-disposition: form-data; name="${name}"${isFile ? '; filename="c.pdf"\r\ncontent-type: application/pdf' : ''}`;
    return `--${BOUNDARY}\r\n${head}\r\n\r\n${isFile ? '%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF' : 'x'}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/** The same call with a complete valid document. */
function sendComplete(operation: Operation, { target, headers = {} }: RequestParts): Promise<ApiAnswer> {
  const { method, isForm, isStream } = operation;
  const [made] = fc.sample(
    validRequest(operation, () => []),
    { numRuns: 1, seed: 37 },
  );
  const body = isForm ? formOf(operation) : made?.body;
  return app.api.call(isStream ? 'HEAD' : method, target, {
    headers: { ...(isForm ? { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } : {}), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** Everything except the error id, the time and the requested address. */
const comparable = ({ status, text, headers }: ApiAnswer, id: string) => ({
  status,
  text: text.replaceAll(/"id":"[^"]+"/g, '"id":""').replaceAll(id, 'ID'),
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date')),
});

/** IDs of another person's resources, by the path that takes them. */
const FOREIGN_IDS: readonly (readonly [under: string, theirs: () => string])[] = [
  ['/api/v1/orders/{id}', () => guests.id],
  ['/api/v1/sessions/{id}', () => sessions.get('a') ?? ''],
  ['/api/v1/second_factors/', () => ids.get('a') ?? ''],
  ['/api/v1/user_wallets/', () => wallet],
  ['/api/v1/card_verifications/{id}', () => card],
  ['/api/v1/user/exports/{id}', () => exported],
  ['/api/v1/chat/files/{id}', () => chatFile],
  ['/api/v1/partner_keys/{id}', () => program.id],
  ['/api/v1/webhooks/{id}', () => webhook],
  ['/api/v1/webhook_deliveries/{id}', () => delivery],
  ['/api/v1/user/telegram_links/', () => chat],
  ['/api/v1/user/push_subscriptions/', () => browser],
  ['/api/v1/reserve_requests/{id}', () => reserveRequest],
  ['/api/office/v1/orders/{id}', () => guests.id],
  ['/api/office/v1/', () => ids.get('a') ?? ''],
];
/** Paths that contain the secret, or name public resources. */
const OPEN = [
  '/api/v1/invitations/{token}',
  '/api/v1/mail_choices/{token}',
  '/api/v1/mailed_reserve_requests/{token}',
  '/api/v1/sign_in_providers/{id}',
  '/api/v1/receipts/{id}',
  '/api/v1/rate_history/',
  '/api/v1/crypto_stats/',
  '/api/v1/directions/',
  '/api/v1/content/',
];

describe('objects of others are not found (R37)', () => {
  const named = ALL_ENDPOINTS.filter(({ path }) => path.includes('{') && !OPEN.some((open) => path.startsWith(open)));
  const foreignIdOf = (path: string) => FOREIGN_IDS.find(([under]) => path.startsWith(under))?.[1];

  it("every address that names an object is tested with another user's", () => {
    expect(named.filter(({ path }) => foreignIdOf(path) === undefined).map(({ path }) => path)).toEqual([]);
  });

  it('the response is the same as for a missing object, for every caller and key', { timeout: WALK_TIMEOUT_MS }, async () => {
    const nearly = [guests.token.slice(0, -1), `${guests.token}A`, guests.token.toLowerCase(), 'x', others.token];
    const asking = [
      {},
      ...nearly.map((token) => ({ 'order-token': token })),
      ...['b', 'signed_in', 'half_open', 'content'].map(cookieOf),
      { ...cookieOf('b'), 'order-token': others.token },
    ];
    const wrong: string[] = [];
    for (const { name, path } of named) {
      const operation = operations.find((one) => one.name === name);
      const foreignId = foreignIdOf(path)?.();
      if (operation === undefined || foreignId === undefined) throw new Error(`${name} is not described`);
      const none = foreignId.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
      // An order's token gives no access to the office
      for (const headers of operation.isOffice ? [{}, cookieOf('b'), cookieOf('content')] : asking) {
        for (const query of operation.method === 'GET' && path.endsWith('/{id}') ? ['', '?include[]=income_payment_system'] : ['']) {
          const [one, other] = await Promise.all(
            [foreignId, none].map(async (id) =>
              comparable(await sendComplete(operation, { target: addressOf(operation, id) + query, headers }), id),
            ),
          );
          if (JSON.stringify(one) !== JSON.stringify(other))
            wrong.push(`${name} ${JSON.stringify(headers)}: ${JSON.stringify([one, other])}`);
          if ((one?.status ?? 0) < 400) wrong.push(`${name} ${JSON.stringify(headers)}: ${one?.status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await readOrder(app.api, guests)).toMatchObject({ status: 'awaiting_payment' });
    const stored = sql`select (select count(*)::int from user_wallets where id = ${wallet}) as wallets,
      (select count(*)::int from sessions where user_id = ${ids.get('a')}) as sessions,
      (select state from card_verifications where id = ${card}) as card`;
    expect(await product.database.db.one(as<object>(), stored)).toEqual({ wallets: 1, sessions: 1, card: 'pending' });
  });

  it('also where the id is in the document', async () => {
    const confirm = (order_id: string) =>
      app.api.call('POST', '/api/v1/orders/confirm_payment', { attributes: { order_id }, headers: { 'order-token': others.token } });
    expect(comparable(await confirm(guests.id), guests.id)).toEqual(comparable(await confirm('nobody'), 'nobody'));
    expect((await confirm(guests.id)).status).toBe(404);
  });

  it('a guest’s token gives access to one order; the shop’s owner reads orders only in the office', async () => {
    const headers = cookieOf('owner');
    expect((await app.api.call('GET', `/api/v1/orders/${guests.id}`, { headers })).status).toBe(404);
    expect((await app.api.call('GET', `/api/office/v1/orders/${guests.id}`, { headers })).status).toBe(200);
  });
});

describe('confidential attributes (R40)', () => {
  const QUERIES = [
    'fields[orders]=email,user_id,ip,status&fields[users]=password_hash,role',
    'include[]=user&include[]=postings',
    'sort=user_id',
    'filter[user_id]=1&filter[role]=owner',
  ];
  // A member of that name in a response or in a text of one; passkey options contain fingerprints too
  const INSIDES = /password_hash|token_hash|_sealed|fingerprint\\?"|"user_id"|internal/;

  it('responses contain only published attributes', { timeout: WALK_TIMEOUT_MS }, async () => {
    const reads = operations.filter(
      ({ method, isOffice, isStream, path }) => method === 'GET' && !isOffice && !isStream && !path.endsWith('.pdf'),
    );
    const before = app.api.findings.length;
    for (const operation of reads)
      for (const query of ['', ...QUERIES])
        for (const headers of [cookieOf('a'), { 'order-token': guests.token }]) {
          const target = `${addressOf(operation, guests.id)}${query === '' ? '' : `?${query}`}`;
          const answer = await app.api.call('GET', target, { headers });
          expect(answer.status, target).toBeLessThan(500);
          if (answer.status === 200) expect(answer.text.replaceAll(query, ''), target).not.toMatch(INSIDES);
        }
    // Each response was validated against its schema
    expect(app.api.findings.slice(before)).toEqual([]);
  });
});

describe('undeclared members (R39)', () => {
  const EXTRA = {
    status: 'completed',
    rate: '0.0001',
    user_id: '00000000-0000-4000-8000-000000000000',
    role: 'owner',
    email_verified: true,
    balance: '1000000',
    paid_at: '2020-01-01T00:00:00Z',
  };
  const BAIT = `"__proto__":${JSON.stringify(EXTRA)},"constructor":{"prototype":${JSON.stringify(EXTRA)}}`;

  it('write no column through any document, and pollute no object prototype', { timeout: WALK_TIMEOUT_MS }, async () => {
    const standing = () =>
      product.database.db.many(
        as<object>(),
        sql`
        select u.id::text, u.role, u.email_verified_at is not null as is_verified, null as status, null as amount from users u
          where u.id in (${ids.get('a')}, ${ids.get('b')}, ${ids.get('signed_in')})
        union all select o.id, null, null, null, o.credited_amount::text || o.received_amount::text || coalesce(o.user_id::text, '') from orders o
          where o.id in (${guests.id}, ${others.id}) order by 1`,
      );
    const before = await standing();
    const writable = operations.filter(({ body, isForm }) => body !== undefined && !isForm);
    for (const operation of writable) {
      const [made] = fc.sample(
        validRequest(operation, (name) => (/^(id|order_id)$/.test(name) ? [guests.id] : [])),
        { numRuns: 1, seed: 8 },
      );
      const document = JSON.parse(made?.body ?? '{}') as { readonly data?: { readonly attributes?: object } };
      const attributes = { ...EXTRA, ...document.data?.attributes };
      const body = JSON.stringify({ ...document, data: { ...document.data, attributes } }).replaceAll('{"', `{${BAIT},"`);
      const headers = operation.isOffice ? cookieOf('support') : { ...cookieOf('signed_in'), 'order-token': guests.token };
      const answer = await app.api.call(operation.method, made?.target ?? '', { headers, body });
      expect(answer.status, `${operation.name} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
      if (answer.status < 300 && answer.headers['content-type']?.includes('json') === true) expect(answer.text).not.toContain('1000000');
    }
    expect(await standing()).toEqual(before);
    // A polluted process would find the missing members on every object
    const answer = await app.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: {} });
    expect(new Set(answer.errors.map(({ source }) => source?.pointer))).toEqual(
      new Set(['/data/attributes/email', '/data/attributes/password']),
    );
    expect((await app.api.call('GET', '/api/office/v1/operator', { headers: cookieOf('a') })).status).toBe(403);
  });
});

it('afterwards no fault was logged, and the books agree', async () => {
  expect(await product.audit()).toEqual([]);
  expect(product.findings()).toEqual([]);
});
