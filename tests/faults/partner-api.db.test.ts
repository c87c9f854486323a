import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillForm, sendForm } from '#tests/make/customer.ts';
import { type TestAccount, makeAccount, makeKey, type PartnerKey, signedApi, signedHeaders } from '#tests/make/partner.ts';
import { createProduct, type Product, type ProductProcess } from '#tests/make/product.ts';
import { as } from '#tests/make/rows.ts';

let product: Product;
let one: ProductProcess;
let two: ProductProcess;
let owner: TestAccount;
let key: PartnerKey;

beforeAll(async () => {
  product = await createProduct();
  [one, two] = [await product.start(), await product.start({ ROLE: 'web' })];
  owner = await makeAccount(product.database.db, 'a');
  key = await makeKey(one.api, owner);
});
afterAll(async () => {
  await product.close();
});

const WISH = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' } as const;
const SYSTEMS = { method: 'GET', target: '/api/v1/payment_systems' } as const;
const codeOf = async (headers: Readonly<Record<string, string>>, { method, target }: { method: string; target: string } = SYSTEMS) => {
  const { status, errors } = await one.api.call(method, target, { headers });
  return errors[0] === undefined ? status : [status, errors[0].code];
};

describe('a signed call', () => {
  it('is accepted once, by one of two processes', async () => {
    const headers = signedHeaders(key, SYSTEMS);
    const answers = await Promise.all(
      [one, two, one, two, one, two].map(async ({ api }) => (await api.call('GET', SYSTEMS.target, { headers })).status),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401, 401]);
    expect(await codeOf(headers)).toEqual([401, 'replayed_request']);
  });

  it('authenticates only its partner, whatever cookies are sent', async () => {
    const headers = signedHeaders(key, { method: 'GET', target: '/api/v1/orders' });
    expect(
      await codeOf(
        { ...headers, 'partner-signature': `v1=${'0'.repeat(64)}`, ...owner.headers },
        { method: 'GET', target: '/api/v1/orders' },
      ),
    ).toEqual([401, 'invalid_signature']);
    expect(await codeOf({ 'partner-key': key.id, ...owner.headers })).toEqual([401, 'invalid_signature']);
    // The key lacks a permission of its account
    const sessions = { method: 'GET', target: '/api/v1/sessions' } as const;
    expect(await codeOf({ ...signedHeaders(key, sessions), ...owner.headers }, sessions)).toEqual([403, 'scope_missing']);
    expect(await codeOf(owner.headers, sessions)).toBe(200);
  });

  it('is refused with the one reason its signer may know', async () => {
    const now = Date.now() / 1000;
    expect(await codeOf(signedHeaders(key, SYSTEMS, now - 310))).toEqual([401, 'timestamp_out_of_range']);
    expect(await codeOf(signedHeaders(key, SYSTEMS, now + 310))).toEqual([401, 'timestamp_out_of_range']);
    expect(await codeOf(signedHeaders({ ...key, secret: 'sk_wrong' }, SYSTEMS, now - 310))).toEqual([401, 'invalid_signature']);
    expect(await codeOf(signedHeaders({ ...key, id: `pk_live_${'0'.repeat(20)}` }, SYSTEMS))).toEqual([401, 'invalid_signature']);
    // A signature of one method, target or body is invalid for another
    expect(await codeOf(signedHeaders(key, { ...SYSTEMS, method: 'HEAD' }))).toEqual([401, 'invalid_signature']);
    expect(await codeOf(signedHeaders(key, SYSTEMS), { ...SYSTEMS, target: '/api/v1/payment_systems/' })).toEqual([
      401,
      'invalid_signature',
    ]);
    const elsewhere = await makeKey(one.api, owner, { networks: ['203.0.113.0/24'], scopes: ['orders:read'] });
    expect(await codeOf(signedHeaders(elsewhere, SYSTEMS))).toEqual([403, 'address_not_allowed']);
    const narrow = await makeKey(one.api, owner, { networks: ['127.0.0.0/8', '::1'], scopes: ['orders:read'] });
    expect(await codeOf(signedHeaders(narrow, SYSTEMS))).toEqual([403, 'scope_missing']);
  });

  it('needs neither locale nor origin, and responses are not cached', async () => {
    const target = '/api/v1/rate_calculations/from_income';
    const body = JSON.stringify({ income_amount: '100', income_payment_system_id: WISH.from, outcome_payment_system_id: WISH.to });
    const headers = {
      ...signedHeaders(key, { method: 'POST', target, body }),
      'content-type': 'application/vnd.api+json',
      origin: 'https://evil.test',
    };
    expect((await fetch(one.url + target, { method: 'POST', headers, body })).status).toBe(200);
    const read = await one.api.call('GET', SYSTEMS.target, { headers: signedHeaders(key, SYSTEMS) });
    expect([read.headers['cache-control'], read.headers['etag'], read.headers['ratelimit-limit']]).toEqual(['no-store', undefined, '120']);
  });
});

describe('an API key', () => {
  it('accepts the former secret for the announced time, and ends at once on all processes', async () => {
    const rotated = await makeKey(one.api, owner);
    const rotate = async (old_secret_hours: number) => {
      const request = { type: 'partner_keys', attributes: { old_secret_hours }, headers: owner.headers };
      return String((await one.api.call('POST', `/api/v1/partner_keys/${rotated.id}/rotate`, request)).resource().attributes['secret']);
    };
    const second = await rotate(1);
    const works = async (secret: string) => (await codeOf(signedHeaders({ ...rotated, secret }, SYSTEMS))) === 200;
    expect([await works(rotated.secret), await works(second)]).toEqual([true, true]);
    await product.database.db.run(sql`update partner_keys set old_secret_until = now() - interval '1 second' where id = ${rotated.id}`);
    expect([await works(rotated.secret), await works(second)]).toEqual([false, true]);
    const third = await rotate(0);
    expect([await works(second), await works(third)]).toEqual([false, true]);
    // A change of its permissions is reported to its owner by e-mail, a change of its name is not
    for (const change of [{ name: 'Another name' }, { scopes: ['rates:read'] }]) {
      const attributes = { name: 'A program', scopes: ['rates:read', 'orders:read', 'orders:write'], networks: [], ...change };
      const request = { type: 'partner_keys', attributes, headers: owner.headers };
      expect((await one.api.call('PUT', `/api/v1/partner_keys/${rotated.id}`, request)).status).toBe(200);
    }
    const row = await product.database.db.one(
      as<{ count: number }>(),
      sql`select count(*)::int from security_events where user_id = ${owner.userId} and topic = 'partner_key_changed'`,
    );
    expect(row.count).toBe(1);
    expect((await two.api.call('DELETE', `/api/v1/partner_keys/${rotated.id}`, { headers: owner.headers })).status).toBe(204);
    expect(await works(third)).toBe(false);
  });

  it('is invisible to others, and ends with the account', async () => {
    const stranger = await makeAccount(product.database.db, 'b');
    const address = `/api/v1/partner_keys/${key.id}`;
    expect((await one.api.call('DELETE', address, { headers: stranger.headers })).status).toBe(404);
    const his = await makeKey(one.api, stranger);
    await product.database.db.run(sql`update users set disabled_at = now() where id = ${stranger.userId}`);
    expect(await codeOf(signedHeaders(his, SYSTEMS))).toEqual([403, 'partner_suspended']);
  });

  it('shows its secret once and stores it encrypted; there are at most ten', async () => {
    const { userId, headers } = await makeAccount(product.database.db, 'c');
    const many = await Promise.all(
      Array.from({ length: 14 }, async () => {
        const attributes = { name: 'One', mode: 'live', scopes: ['rates:read'] };
        return await one.api.call('POST', '/api/v1/partner_keys', { type: 'partner_keys', attributes, headers });
      }),
    );
    expect(many.filter(({ status }) => status === 201)).toHaveLength(10);
    const listed = await one.api.call('GET', '/api/v1/partner_keys', { headers });
    expect([listed.resources().length, listed.text.includes('sk_')]).toEqual([10, false]);
    const rows = await product.database.db.many(
      as<{ row: string }>(),
      sql`select encode(secret_sealed, 'escape') as row from partner_keys where user_id = ${userId}`,
    );
    expect(rows.some(({ row }) => row.includes('sk_'))).toBe(false);
    const row = await product.database.db.one(
      as<{ count: number }>(),
      sql`
      select count(*)::int from security_events where user_id = ${userId} and topic = 'partner_key_made'`,
    );
    expect(row.count).toBe(10);
  });
});

describe('a partner’s orders', () => {
  it('are accessible with the partner’s signature only, and made once per idempotency key', async () => {
    const partner = signedApi(one.api, key);
    const form = await fillForm(partner, WISH);
    expect((await sendForm(partner, form)).errors[0]).toMatchObject({ code: 'required', source: { header: 'Idempotency-Key' } });
    const [made, again] = [await sendForm(partner, form, 'k-1'), await sendForm(partner, form, 'k-1')];
    expect([made.status, again.text === made.text, again.headers['idempotency-replayed']]).toEqual([201, true, 'true']);
    const { id, attributes } = made.resource();
    expect(attributes['access_token']).toBeUndefined();
    const stranger = await makeKey(one.api, await makeAccount(product.database.db, 'd'));
    const address = `/api/v1/orders/${id}`;
    const statusOf = async (api: typeof partner) => (await api.call('GET', address)).status;
    expect([await statusOf(partner), await statusOf(signedApi(two.api, key)), await statusOf(signedApi(one.api, stranger))]).toEqual([
      200, 200, 404,
    ]);
    // The order belongs to the customer, not to the account
    expect((await one.api.call('GET', address, { headers: owner.headers })).status).toBe(404);
    expect((await partner.call('GET', '/api/v1/orders')).resources().map((order) => order.id)).toEqual([id]);
    expect((await signedApi(one.api, stranger).call('GET', '/api/v1/orders')).resources()).toEqual([]);
    expect((await signedApi(one.api, stranger).call('DELETE', address)).status).toBe(404);
    expect((await partner.call('DELETE', address)).resource().attributes['status']).toBe('cancelled');
  });
});

it('afterwards no fault was logged', () => {
  expect(product.findings()).toEqual([]);
});
