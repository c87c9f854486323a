import { createHash } from 'node:crypto';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { ChangeAttributes } from '#contract/office/catalogue/changes.ts';
import type { Document } from '#core/changes/change.ts';
import { CHANGE_ENTITY_NAMES, type ChangeEntity } from '#core/changes/entities.ts';
import { HOUR_MS, toRfc3339 } from '#core/time.ts';
import { hashOf } from '#server/approvals/propose.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeChangeRoutes } from './office-routes.ts';
import { readItems } from './store.ts';

const PAIR = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' };

let world: World;
let office: Office;
let treasurer: Person;
let owner: Person;

beforeAll(async () => {
  world = await createWorld();
  const { changes } = world.deps;
  // In these tests every change needs a second person
  const judge: typeof changes.judge = async (_db, items) =>
    items.map(({ position }) => ({ position, guard: 'counted_otherwise', value: '' }));
  const deps = { ...world.deps, changes: { ...changes, judge } };
  office = await createOffice(world, [...officeChangeRoutes(deps), ...officeApprovalRoutes(deps, APPROVAL_EXECUTORS)]);
  treasurer = await office.person('treasurer');
  owner = await office.person('owner');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

/** For each entity: its key, the whole document when absent from the database, and several changed members, also inside lists. */
const CASES: Readonly<Record<ChangeEntity, { readonly key: string; readonly made?: Document; readonly after: Document }>> = {
  payment_system: { key: 'USDTTRC20', after: { minAmount: '20000000', maxAmount: '90000000000', requiredConfirmations: 3 } },
  direction: {
    key: 'USDTTRC20>SBERRUB',
    after: {
      minIncome: '30000000',
      maxIncome: '70000000000',
      steps: [
        { fromIncome: '100000000', marginPpm: 9_000 },
        { marginPpm: 8_000, fromIncome: '500000000' },
      ],
      marginPpm: 11_000,
    },
  },
  symbol_rule: {
    key: 'BTC',
    made: { symbol: 'BTC', minSources: 2, bandPpm: 5_000, jumpPpm: 20_000 },
    after: { minSources: 3, jumpPpm: 30_000, bandPpm: 6_000 },
  },
  fixed_price: {
    key: 'RUB',
    made: { symbol: 'RUB', base: 'USD', quote: 'RUB', price: '90', until: toRfc3339(Date.now() + HOUR_MS) },
    after: { until: toRfc3339(Date.now() + 2 * HOUR_MS), price: '91.5' },
  },
  slot_rule: {
    key: 'USDTTRC20>SBERRUB>1000000',
    made: { ...PAIR, outcomeAmount: '1000000', count: 2, premiumPpm: 1_000, etaMinutes: 5, enabled: false },
    after: { premiumPpm: 2_000, count: 3, etaMinutes: 6 },
  },
  country_rule: { key: 'KZ', made: { country: 'KZ', currencies: ['USD', 'EUR'] }, after: { currencies: ['EUR'] } },
  earning_programme: {
    key: 'programme',
    after: { holdHours: 48, cashbackSteps: [{ sharePpm: 400_000, aboveUsd: 0 }], isCashbackOn: true, keepsOld: false },
  },
};

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
};
const sorted = (value: unknown): unknown => reversed(reversed(value));

const ORDERS = { 'as a form sends them': sorted, 'the other way round': reversed } as const;

async function readNow(entity: ChangeEntity, key: string): Promise<Document | null> {
  return (await world.deps.changes.entities[entity].read(world.deps.db, [key])).get(key) ?? null;
}

async function propose(entity: ChangeEntity, item: { key: string; before: unknown; after: unknown }): Promise<string> {
  const proposed = await treasurer.send<ChangeAttributes>('POST', '/api/office/v1/changes', { items: [{ entity, ...item }], note: 'why' });
  expect(proposed.error).toEqual({});
  const { id, attributes } = proposed.one;
  expect(attributes.state).toBe('waiting');
  return id;
}

async function answerOf(id: string) {
  const waiting = (await owner.send<ApprovalAttributes>('GET', `/api/office/v1/approvals?filter[subject]=${id}`)).rows;
  return await owner.send('POST', `/api/office/v1/approvals/${waiting[0]?.id}/approve`, { hash: waiting[0]?.attributes.hash });
}

async function approve(id: string): Promise<void> {
  expect((await answerOf(id)).error).toEqual({});
  const read = await owner.send<ChangeAttributes>('GET', `/api/office/v1/changes/${id}`);
  expect(read.one.attributes).toMatchObject({ state: 'applied', approved_by: 'owner' });
}

/** Proposes one change as the treasurer and approves it as the owner. */
const changeByTwo = async (...change: Parameters<typeof propose>): Promise<void> => await approve(await propose(...change));

describe.each(CHANGE_ENTITY_NAMES)('a change of several members of a %s', (entity) => {
  test.each(Object.entries(ORDERS))('is approved by a second person and applied, with its members %s', async (_name, order) => {
    const { key, made, after } = CASES[entity];
    const found = await readNow(entity, key);
    if (found === null) await changeByTwo(entity, { key, before: null, after: order(made) });
    const now = (await readNow(entity, key)) ?? {};
    const before = Object.fromEntries(Object.keys(after).map((member) => [member, now[member] ?? null]));
    await changeByTwo(entity, { key, before: order(before), after: order(after) });
    expect(await readNow(entity, key)).toMatchObject(after);
    await changeByTwo(entity, { key, before: order(after), after: order(before) });
    if (made !== undefined) await changeByTwo(entity, { key, before: order(await readNow(entity, key)), after: null });
  });
});

test('an equal change waits once, with any author and order of members; a different one waits beside it', async () => {
  const { key, after } = CASES.direction;
  const now = (await readNow('direction', key)) ?? {};
  const before = Object.fromEntries(Object.keys(after).map((member) => [member, now[member] ?? null]));
  const send = async (person: Person, order: typeof sorted, next: Document = after) =>
    await person.send<ChangeAttributes>('POST', '/api/office/v1/changes', {
      items: [{ entity: 'direction', key, before: order(before), after: order(next) }],
      note: 'why',
    });
  const answers = await Promise.all([send(treasurer, sorted), send(owner, reversed), send(treasurer, reversed), send(owner, sorted)]);
  const [made, ...others] = answers.toSorted((a, b) => a.status - b.status);
  expect(made?.status).toBe(201);
  for (const { error } of others) expect(error).toMatchObject({ code: 'approval_conflict' });
  const changes = await owner.send<ChangeAttributes>('GET', '/api/office/v1/changes?filter[state]=waiting');
  expect(changes.rows.map(({ id }) => id)).toEqual([made?.one.id]);
  expect((await send(treasurer, sorted, { ...after, marginPpm: 12_000 })).status).toBe(201);
  for (const { id } of (await owner.send<ChangeAttributes>('GET', '/api/office/v1/changes?filter[state]=waiting')).rows)
    expect((await owner.send('POST', `/api/office/v1/changes/${id}/cancel`, { note: 'no' })).error).toEqual({});
});

test('a proposal of an earlier release is approved while its digest matches the items, otherwise refused', async () => {
  const { key, after } = CASES.direction;
  const now = (await readNow('direction', key)) ?? {};
  const id = await propose('direction', { key, before: { marginPpm: now['marginPpm'] }, after: { marginPpm: after['marginPpm'] } });
  const items = (await readItems(world.deps.db, id)).map(({ entity, key: name, before, after: next }) => [entity, name, before, next]);
  const digest = createHash('sha256').update(JSON.stringify(items)).digest('hex');
  const payload = JSON.stringify({ item_count: 1, change_id: id, items_digest: digest });
  await world.deps.db.run(
    sql`update approvals set payload = ${payload}, hash = ${hashOf('apply_change', id, payload)} where subject = ${id}`,
  );
  await approve(id);
  expect(await readNow('direction', key)).toMatchObject({ marginPpm: after['marginPpm'] });
  await changeByTwo('direction', { key, before: { marginPpm: after['marginPpm'] }, after: { marginPpm: now['marginPpm'] } });

  const changed = await propose('direction', { key, before: { marginPpm: now['marginPpm'] }, after: { marginPpm: 12_000 } });
  await world.database.adminDb.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update change_items set after = '{"marginPpm": 1}' where change_id = ${changed}::uuid`);
  });
  expect(await answerOf(changed)).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
});
