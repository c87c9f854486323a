import { randomUUID } from 'node:crypto';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_SANDBOX, type Sandbox, SANDBOX_HERE } from '#server/sandbox/port.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { makeAccount, signedHeaders } from '#tests/make/partner.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { agreeShare, executeAgreeShare } from './agree-share.ts';
import { createKey } from './manage-keys.ts';
import { countPartners, findOfficePartner, listPartners, listShares, setQuotas, setSuspended } from './office-store.ts';
import { createSignedCallAuthenticator } from './authenticate-signed.ts';

let world: World;
let partnerId: string;
let operatorId: string;
beforeAll(async () => {
  world = await createWorld();
  partnerId = (await makeAccount(world.deps.db, 'partner')).userId;
  operatorId = randomUUID();
  await world.deps.db.run(sql`insert into users (id, email, full_name, role) values (${operatorId}, 'op@example.org', 'Op', 'treasurer')`);
});
afterAll(async () => await world.close());

const period = () => ({ since: new Date(0), now: new Date(world.deps.clock.now()) });
const key = { name: 'One', scopes: ['rates:read'], networks: [] } as const;
const at = (sandbox: Sandbox) => ({ ...world.deps, sandbox });

describe('a partner in the office', () => {
  it('is suspended and resumed, once each, together with its keys', async () => {
    const { deps } = world;
    const made = await deps.db.tx(async (tx) => await createKey(deps, tx, { userId: partnerId, mode: 'live', ...key }));
    if (!made.ok) throw new Error('refused');
    const call = { method: 'GET', target: '/api/v1/payment_systems' };
    const signed = { id: made.value.row.id, secret: made.value.secret ?? '' };
    const gate = createSignedCallAuthenticator(deps);
    const answer = async () => {
      const headers = signedHeaders(signed, call, deps.clock.now() / 1000);
      const { signed: verified } = await gate({ ...call, headers, body: Buffer.alloc(0), ip: '127.0.0.1' });
      return verified.ok ? 'ok' : verified.refusals[0]?.code;
    };
    expect(await answer()).toBe('ok');
    const to = { at: new Date(), reason: 'why' };
    const turned = await Promise.all([0, 1].map(async () => await deps.db.tx(async (tx) => await setSuspended(tx, partnerId, to))));
    expect(turned.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await answer()).toBe('partner_suspended');
    await deps.db.tx(async (tx) => await setSuspended(tx, partnerId, null));
    expect(await answer()).toBe('ok');
    // Encrypted with a secret that was removed: our fault, and the call is not admitted
    await expect(
      createSignedCallAuthenticator({ ...deps, secrets: createSecrets('another secret of this shop') })({
        ...call,
        headers: signedHeaders(signed, call, deps.clock.now() / 1000),
        body: Buffer.alloc(0),
        ip: '127.0.0.1',
      }),
    ).rejects.toThrow('No key');
  });

  it('may call up to its rate limit, and learns the remaining calls', async () => {
    const deps = { ...world.deps, settings: { ...world.deps.settings, rateLimits: 'on' as const } };
    const { userId } = await makeAccount(deps.db, 'often');
    const made = await deps.db.tx(async (tx) => await createKey(deps, tx, { userId, mode: 'live', ...key }));
    if (!made.ok) throw new Error('refused');
    await deps.db.run(sql`update partners set requests_per_minute = 2 where user_id = ${userId}`);
    const call = { method: 'GET', target: '/api/v1/payment_systems' };
    const signed = { id: made.value.row.id, secret: made.value.secret ?? '' };
    const ask = async () => {
      const headers = signedHeaders(signed, call, deps.clock.now() / 1000);
      const authenticated = await createSignedCallAuthenticator(deps)({ ...call, headers, body: Buffer.alloc(0), ip: '127.0.0.1' });
      return [authenticated.signed.ok || authenticated.signed.refusals[0]?.code, authenticated.headers['ratelimit-remaining']];
    };
    expect([await ask(), await ask(), await ask()]).toEqual([
      [true, '1'],
      [true, '0'],
      ['too_many_requests', '0'],
    ]);
    await world.pass(60_001);
    expect(await ask()).toEqual([true, '1']);
    await deps.db.run(sql`update partners set requests_per_minute = 20 where user_id = ${userId}`);
    // Of a burst over many database connections only the rest of the limit passes: one call has passed already
    const burst = await Promise.all(Array.from({ length: 60 }, ask));
    expect(burst.filter(([passed]) => passed === true)).toHaveLength(19);
  });

  it('has no sandbox on an installation without one', async () => {
    const { db, clock } = world.deps;
    const userId = (await makeAccount(db, 'sandbox')).userId;
    const inProduction = await db.tx(async (tx) => await createKey(at(NO_SANDBOX), tx, { userId, mode: 'sandbox', ...key }));
    expect(inProduction.ok).toBe(false);
    const made = await db.tx(async (tx) => await createKey(at(SANDBOX_HERE), tx, { userId, mode: 'sandbox', ...key }));
    if (!made.ok) throw new Error('refused');
    const call = { method: 'GET', target: '/api/v1/payment_systems' };
    const signed = { id: made.value.row.id, secret: made.value.secret ?? '' };
    const statusOf = async (of: Sandbox) => {
      const headers = signedHeaders(signed, call, clock.now() / 1000);
      return (await createSignedCallAuthenticator(at(of))({ ...call, headers, body: Buffer.alloc(0), ip: '127.0.0.1' })).signed.ok;
    };
    expect([await statusOf(NO_SANDBOX), await statusOf(SANDBOX_HERE)]).toEqual([false, true]);
  });

  it('gets a larger share by two people, from a day that is not over', async () => {
    const { deps } = world;
    const agree = async (sharePpm: number) =>
      await deps.db.tx(
        async (tx) => await agreeShare(deps, tx, { partnerId, sharePpm, since: deps.clock.now(), note: 'agreed', operatorId }),
      );
    expect(await agree(300_000)).toEqual({ ok: true, value: { approvalId: null } });
    const proposed = await agree(300_001);
    const id = proposed.ok ? proposed.value.approvalId : null;
    expect(id).not.toBeNull();
    // A proposal a moment later, with the same day, is a duplicate
    expect(await agree(300_001)).toMatchObject({ ok: false, refusals: [{ code: 'approval_conflict', message: 'approval_waiting' }] });
    const shares = async () => (await listShares(deps.db, partnerId)).map(({ share_ppm: ppm }) => ppm);
    expect(await shares()).toEqual([300_000]);
    await world.pass(1_000);
    const payload = { partner_id: partnerId, share_ppm: 300_001, since: new Date(deps.clock.now() - 60_000).toISOString() };
    const approved = { id: id ?? '', subject: partnerId, payload, sealed: null, note: 'agreed', proposedBy: operatorId, approvedBy: null };
    const done = await deps.db.tx(async (tx) => await executeAgreeShare(deps, tx, approved));
    expect([done.ok, await shares()]).toEqual([true, [300_001, 300_000]]);
    expect(await findOfficePartner(deps.db, partnerId, { since: new Date(0), now: new Date(deps.clock.now() + 1) })).toMatchObject({
      share_ppm: 300_001,
    });
  });

  it('is found with its orders; of two concurrent changes of its limits one is refused', async () => {
    const { db } = world.deps;
    const row = await findOfficePartner(db, partnerId, period());
    if (row === undefined) throw new Error('no partner');
    const own = { requests_per_minute: 600, orders_per_day: null, open_orders: 5, reserve_percent: null };
    const set = await Promise.all([0, 1].map(async () => await db.tx(async (tx) => await setQuotas(tx, partnerId, own, row.version))));
    expect(set.toSorted((a, b) => a - b)).toEqual([0, 1]);
    const filter = { ...period(), state: 'active', q: 'partner-' } as const;
    const page = { limit: 10, offset: 0, from: undefined, sort: undefined, page: 1, per: 10, maxCounted: 100 };
    const { rows } = await listPartners(db, filter, page);
    expect(rows.map(({ id, open_orders: open, orders, volume_usd: volume }) => ({ id, open, orders, volume }))).toEqual([
      { id: partnerId, open: 5, orders: 0, volume: '0' },
    ]);
    expect(await countPartners(db, { ...filter, state: 'suspended' })).toBe(0);
  });
});
