import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accept, refuse } from '#core/result.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { createExample, deleteExample } from '#tests/make/example-routes.ts';
import { purgeIdempotencyKeys, requestHash } from './run-command.ts';
import { createRateLimits, purgeRateLimits } from './rate-limits.ts';
import { route } from './route.ts';

const HEADERS = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' };
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

let database: TestDatabase;
let app: TestApp;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase({ connections: 25 });
  await database.adminDb.run(sql`create table examples (id text primary key, name text not null)`);
  await database.adminDb.run(sql`grant all on examples to public`);
  app = await createTestApp(
    [
      route(createExample, async ({ body, tx, locale }) => {
        const id = `example-${++made}`;
        await tx.run(sql`insert into examples (id, name) values (${id}, ${body.name})`);
        // Long enough for the parallel calls to meet
        await tx.many(AnyRow, sql`select pg_sleep(0.05)`);
        if (body.name === 'refused') return refuse({ code: 'has_no_reserves', field: 'amount' });
        if (body.name === 'broken') throw new Error('broken');
        return accept({ data: { type: 'examples', id, attributes: { name: `${body.name} ${locale}`, amount: null } } });
      }),
      route(deleteExample, async ({ params, tx }) => {
        await tx.run(sql`delete from examples where id = ${params.id}`);
        return accept({ cookies: ['a=1; Path=/', 'b=2; Path=/'] });
      }),
    ],
    {
      db: database.db,
      authenticator: {
        authenticate: async (userId) => ({ kind: 'user', userId, sessionId: 's', role: 'customer', email: 'e', hasVerifiedEmail: false }),
      },
    },
  );
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const create = (name: string, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') =>
  app.app.inject({
    method: 'POST',
    url: '/api/v1/examples',
    headers: { ...HEADERS, ...headers },
    payload: JSON.stringify({ name }),
    remoteAddress,
  });
const key = (value: string) => ({ 'idempotency-key': value });
const count = async (name: string) =>
  (await database.db.one(as<{ n: number }>(), sql`select count(*)::int as n from examples where name = ${name}`)).n;
const codeOf = (reply: { body: string }) => (JSON.parse(reply.body) as { errors: { code: string; source?: unknown }[] }).errors[0];

describe('a command', () => {
  test('answers 201 with the URL of the created resource', async () => {
    const reply = await create('plain');
    expect(reply.statusCode).toBe(201);
    expect(await count('plain')).toBe(1);
  });

  test('that is refused or throws changes nothing', async () => {
    expect(codeOf(await create('refused', key('refused')))).toMatchObject({ code: 'has_no_reserves' });
    expect((await create('broken', key('broken'))).statusCode).toBe(500);
    expect([await count('refused'), await count('broken')]).toEqual([0, 0]);
    const storedKeys = await database.db.many(AnyRow, sql`select key from idempotency_keys where key in ('refused', 'broken')`);
    expect(storedKeys).toEqual([]);
    expect(app.faults.splice(0)).toHaveLength(1);
  });

  test('without a body sets its cookies', async () => {
    const reply = await app.app.inject({ method: 'DELETE', url: '/api/v1/examples/example-1', headers: HEADERS });
    expect([reply.statusCode, reply.body, reply.headers['set-cookie']]).toEqual([204, '', ['a=1; Path=/', 'b=2; Path=/']]);
  });
});

describe('one idempotency key', () => {
  test('creates one resource for 20 concurrent calls; later calls get the first response byte for byte', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => create('parallel', key('p'))));
    expect(await count('parallel')).toBe(1);
    const made201 = replies.filter(({ statusCode }) => statusCode === 201);
    const others = replies.filter(({ statusCode }) => statusCode !== 201);
    expect(made201.length).toBeGreaterThan(0);
    for (const reply of others) expect(codeOf(reply)).toMatchObject({ code: 'in_progress', source: { header: 'Idempotency-Key' } });
    expect(new Set(made201.map(({ body }) => body)).size).toBe(1);
    const again = await create('parallel', { ...key('p'), 'site-locale': 'ru' });
    expect(again.body).toBe(made201[0]?.body);
    expect([again.statusCode, again.headers['idempotency-replayed'], again.headers.location]).toEqual([
      201,
      'true',
      made201[0]?.headers.location,
    ]);
  });

  test('belongs to one request in any order of members, also if an earlier release stored it', async () => {
    const send = (payload: string) =>
      app.app.inject({ method: 'POST', url: '/api/v1/examples', headers: { ...HEADERS, ...key('members') }, payload });
    const [one, other] = ['{"name":"members","amount":"5"}', '{"amount":"5","name":"members"}'];
    const first = await send(one);
    expect(first.statusCode).toBe(201);
    expect([(await send(other)).body, await count('members')]).toEqual([first.body, 1]);
    const earlier = requestHash(['POST', '/api/v1/examples', one]);
    await database.adminDb.run(sql`update idempotency_keys set request_hash = ${earlier} where key = 'members'`);
    expect((await send(one)).body).toBe(first.body);
    expect(codeOf(await send('{"name":"others"}'))).toMatchObject({ code: 'idempotency_conflict' });
    expect(await count('members')).toBe(1);
  });

  test('with another body is a conflict and creates nothing', async () => {
    await create('first', key('c'));
    const reply = await create('second', key('c'));
    expect([reply.statusCode, codeOf(reply)]).toEqual([
      422,
      expect.objectContaining({ code: 'idempotency_conflict', source: { header: 'Idempotency-Key' } }),
    ]);
    expect(await count('second')).toBe(0);
  });

  test('of another visitor is a different key', async () => {
    const replies = [
      await create('shared', key('s')),
      await create('shared', { ...key('s'), cookie: `guest=${'a'.repeat(22)}` }),
      await create('shared', { ...key('s'), cookie: `guest=${'b'.repeat(22)}` }),
      await create('shared', key('s'), '10.0.0.2'),
      await create('shared', { ...key('s'), cookie: 'session=ann' }),
      await create('shared', { ...key('s'), cookie: 'session=bob' }),
      await create('shared', { ...key('s'), 'order-token': 'x' }),
    ];
    expect(replies.map(({ headers }) => headers['idempotency-replayed'])).toEqual(Array.from({ length: 7 }, () => undefined));
    expect(await count('shared')).toBe(7);
  });

  test('of a guest stays valid when the IP address changes', async () => {
    const own = { ...key('short'), cookie: `guest=${'c'.repeat(22)}` };
    const replies = [await create('roaming', own), await create('roaming', own, '10.0.0.3'), await create('roaming', own, '2001:db8::1')];
    expect(replies.map(({ headers }) => headers['idempotency-replayed'])).toEqual([undefined, 'true', 'true']);
    const bare = key('0f6a2c1e-8d5b-4f7e-9c3a-1b2d3e4f5a6b');
    expect((await create('bare', bare)).headers['idempotency-replayed']).toBeUndefined();
    expect((await create('bare', bare, '10.0.0.4')).headers['idempotency-replayed']).toBe('true');
    expect(codeOf(await create('other', bare, '10.0.0.5'))).toMatchObject({ code: 'idempotency_conflict' });
    expect([await count('roaming'), await count('bare'), await count('other')]).toEqual([1, 1, 0]);
  });

  test('replays cookies and empty responses, and is stored encrypted', async () => {
    const remove = () => app.app.inject({ method: 'DELETE', url: '/api/v1/examples/none', headers: { ...HEADERS, ...key('d') } });
    const [first, again] = [await remove(), await remove()];
    expect(again.headers['set-cookie']).toEqual(first.headers['set-cookie']);
    expect([again.statusCode, again.body, again.headers['idempotency-replayed']]).toEqual([204, '', 'true']);
    const rows = await database.db.many(as<{ response_sealed: Buffer }>(), sql`select response_sealed from idempotency_keys`);
    for (const row of rows) expect(row.response_sealed.toString('latin1')).not.toMatch(/Path=|example/);
  });

  test.each(['', 'a b', 'ключ', 'x'.repeat(256)])('%j is no key', async (value) => {
    const reply = await create('keyless', key(Buffer.from(value).toString('latin1')));
    expect([reply.statusCode, codeOf(reply)?.code]).toEqual([422, 'invalid_format']);
    expect(await count('keyless')).toBe(0);
  });

  test('is deleted after 24 hours', async () => {
    await create('kept', key('k'));
    await purgeIdempotencyKeys({ db: database.db, clock: { now: () => Date.now() + 23 * 3_600_000 } });
    expect((await create('kept', key('k'))).headers['idempotency-replayed']).toBe('true');
    await purgeIdempotencyKeys({ db: database.db, clock: { now: () => Date.now() + 25 * 3_600_000 } });
    expect((await create('kept', key('k'))).headers['idempotency-replayed']).toBeUndefined();
  });
});

describe('limits', () => {
  const limits = () => createRateLimits({ db: database.db, clock: systemClock, log });

  test('of creations apply across processes and restarts, with Retry-After', async () => {
    const limited = await createTestApp([route(createExample, async () => refuse({ code: 'has_no_reserves' }))], {
      db: database.db,
      limits: await limits(),
    });
    const ask = (remoteAddress: string) =>
      limited.app.inject({ method: 'POST', url: '/api/v1/examples', headers: HEADERS, payload: '{"name":"x"}', remoteAddress });
    const codes = [];
    for (let n = 0; n < 61; n++) codes.push((await ask('10.1.0.1')).statusCode);
    expect([codes.filter((code) => code === 422).length, codes.at(-1)]).toEqual([60, 429]);
    const reply = await ask('10.1.0.1');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(reply.body).errors[0].detail).toMatch(/again in \d+ s/);
    expect((await ask('10.1.0.2')).statusCode).toBe(422);
    await limited.close();
    expect(await (await limits()).spend('creation', '10.1.0.1')).toBeGreaterThan(0);
  });

  test('of reads are counted in memory, but an exceeded one outlasts a restart', async () => {
    const before = await limits();
    for (let n = 0; n < 1_200; n++) expect(await before.spend('read', '10.2.0.1')).toBeUndefined();
    expect(await before.spend('read', '10.2.0.1')).toBeGreaterThan(0);
    const after = await limits();
    expect(await after.spend('read', '10.2.0.1')).toBeGreaterThan(0);
    expect(await after.spend('read', '10.2.0.2')).toBeUndefined();
  });

  test('are deleted when they expire', async () => {
    await purgeRateLimits({ db: database.db, clock: { now: () => Date.now() + 3_600_000 } });
    expect(await database.db.many(AnyRow, sql`select key from rate_limits`)).toEqual([]);
  });
});
