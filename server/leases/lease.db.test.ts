import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '#tests/make/world.ts';
import { as } from '#tests/make/rows.ts';
import { claimLease, findLease, LEASE_MS, releaseLease, takeOverLease } from './lease.ts';

let world: World;
const operators: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  for (let i = 0; i < 5; i += 1) {
    const id = world.deps.random.uuid();
    operators.push(id);
    await world.deps.db.run(sql`insert into users (id, email, role) values (${id}, ${`${id}@example.org`}, 'cashier')`);
  }
});
afterAll(async () => await world.close());

const claim = async (id: string, operatorId: string) =>
  await world.deps.db.tx(async (tx) => await claimLease(world.deps, tx, { subject: { kind: 'order', id }, operatorId }));

it('a free subject is claimed by one of many concurrent operators', async () => {
  const answers = await Promise.all(operators.map(async (operatorId) => await claim('wanted', operatorId)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = answers.filter(({ ok }) => !ok);
  for (const answer of refused) expect(answer).toMatchObject({ refusals: [{ code: 'lease_held' }] });
});

it('an expired or released lease can be claimed by anyone', async () => {
  const [one = '', other = ''] = operators;
  const subject = { kind: 'order', id: 'left' } as const;
  expect((await claim('left', one)).ok).toBe(true);
  expect((await claim('left', other)).ok).toBe(false);
  await world.pass(LEASE_MS);
  expect((await claim('left', other)).ok).toBe(true);
  await world.deps.db.tx(async (tx) => await releaseLease(world.deps, tx, { subject, operatorId: one }));
  expect(await findLease(world.deps, world.deps.db, { subject, operatorId: other })).toMatchObject({ is_mine: true });
  await world.deps.db.tx(async (tx) => await releaseLease(world.deps, tx, { subject, operatorId: other }));
  expect((await claim('left', one)).ok).toBe(true);
});

it('six concurrent claims of one operator are one claim, and heartbeats are not announced', async () => {
  const [one = ''] = operators;
  const six = () => Promise.all(Array.from({ length: 6 }, async () => await claim('six tabs', one)));
  expect((await six()).filter(({ ok }) => ok)).toHaveLength(6);
  await world.pass(LEASE_MS / 2);
  expect((await six()).filter(({ ok }) => ok)).toHaveLength(6);
  const { count } = await world.deps.db.one(
    as<{ count: string }>(),
    sql`select count(*)::text as count from audit_log where action = 'order.claim' and subject_id = 'six tabs'`,
  );
  expect(count).toBe('1');
});

it('is taken over from its holder with a reason: of concurrent calls one succeeds, and it is audited', async () => {
  const [one = '', ...others] = operators;
  const subject = { kind: 'order', id: 'taken over' } as const;
  const holder = `${one}@example.org`;
  const takeOver = async (operatorId: string, note: string) =>
    await world.deps.db.tx(async (tx) => await takeOverLease(world.deps, tx, { subject, operatorId, holder, note }));
  expect((await claim(subject.id, one)).ok).toBe(true);
  expect(await takeOver(others[0] ?? '', ' ')).toMatchObject({ ok: false, refusals: [{ code: 'required', field: 'note' }] });
  const answers = await Promise.all(others.map(async (operatorId) => await takeOver(operatorId, 'the customer waits')));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject({ refusals: [{ code: 'lease_held' }] });
  // The former holder's heartbeat does not reclaim it
  expect(await claim(subject.id, one)).toMatchObject({ ok: false, refusals: [{ code: 'lease_held' }] });
  const written = await world.deps.db.many(
    as<{ holder: string }>(),
    sql`select detail ->> 'holder' as holder from audit_log where action = 'order.take_over' and subject_id = ${subject.id}`,
  );
  expect(written).toEqual([{ holder }]);
});
