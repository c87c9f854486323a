import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { ChangeAttributes, ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { applyDueChanges } from './apply-stored.ts';
import { officeChangeRoutes } from './office-routes.ts';

const CHANGES = '/api/office/v1/changes';
const PAIR = 'USDTTRC20>SBERRUB';

let world: World;
let office: Office;
let treasurer: Person;
let owner: Person;

beforeAll(async () => {
  world = await createWorld();
  const routes = [...officeChangeRoutes(world.deps), ...officeApprovalRoutes(world.deps, APPROVAL_EXECUTORS)];
  office = await createOffice(world, routes);
  treasurer = await office.person('treasurer');
  owner = await office.person('owner');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const now = async (member: string, key = PAIR): Promise<unknown> =>
  (await world.deps.changes.entities.direction.read(world.deps.db, [key])).get(key)?.[member];
const margin = (before: number, after: number, key = PAIR): ChangeItemDocument => ({
  entity: 'direction',
  key,
  before: { marginPpm: before },
  after: { marginPpm: after },
});
const submit = async (person: Person, items: readonly ChangeItemDocument[], more: object = {}) =>
  await person.send<ChangeAttributes>('POST', CHANGES, { items, note: 'why', ...more });
const marginNow = async (key = PAIR): Promise<number> => Number(await now('marginPpm', key));
const read = async (id: string) => (await owner.send<ChangeAttributes>('GET', `${CHANGES}/${id}`)).one.attributes;
const end = async (verb: 'roll_back' | 'cancel', id: string, person = treasurer) =>
  await person.send<ChangeAttributes>('POST', `${CHANGES}/${id}/${verb}`, { note: verb });
const decide = async (verb: 'approve' | 'decline', id: string | null, person = owner) => {
  const rows = (await person.send<ApprovalAttributes>('GET', '/api/office/v1/approvals?filter[state]=all')).rows;
  const hash = rows.find((row) => row.id === id)?.attributes.hash ?? '';
  return await person.send('POST', `/api/office/v1/approvals/${id}/${verb}`, { hash, note: 'seen' });
};
const auditOf = async (id: string) =>
  (await world.deps.db.many(as<{ action: string }>(), sql`select action from audit_log where subject_id = ${id} order by at, id`)).map(
    ({ action }) => action,
  );

test('a change within the guard bands is applied at once, audited, and rolled back', async () => {
  const before = await marginNow();
  const done = await submit(treasurer, [margin(before, 15_000)]);
  expect([done.status, done.one.attributes.state]).toEqual([201, 'applied']);
  expect(await marginNow()).toBe(15_000);
  expect(await auditOf(done.one.id)).toEqual(['change.apply']);
  const back = await end('roll_back', done.one.id, owner);
  expect(back.one.attributes).toMatchObject({ state: 'applied', rolls_back: done.one.id, note: 'roll_back' });
  expect(await marginNow()).toBe(before);
  expect(await read(done.one.id)).toMatchObject({ state: 'rolled_back', rolled_back_by: back.one.id, actions: [] });
  expect(await end('roll_back', done.one.id)).toMatchObject({ status: 409, error: { code: 'order_state_conflict' } });
});

test('concurrent edits: the second gets the conflicting member; other members of the same entity do not conflict', async () => {
  const before = await marginNow();
  const eta = await now('etaMinutes');
  const answers = await Promise.all([
    submit(treasurer, [margin(before, 11_000)]),
    submit(owner, [margin(before, 12_000)]),
    submit(owner, [{ entity: 'direction', key: PAIR, before: { etaMinutes: eta }, after: { etaMinutes: 77 } }]),
  ]);
  const margins = answers.slice(0, 2).toSorted((a, b) => a.status - b.status);
  expect(margins.map(({ status }) => status)).toEqual([201, 409]);
  const won = await marginNow();
  expect(margins[1]?.error).toMatchObject({
    code: 'edit_conflict',
    source: { pointer: '/data/attributes/items/0/after/marginPpm' },
    meta: { key: PAIR, member: 'marginPpm', before, now: won },
  });
  expect([answers[2]?.status, await now('etaMinutes')]).toEqual([201, 77]);
  await submit(owner, [margin(won, before)]);
});

test('a roll-back over a later change is refused with the member', async () => {
  const before = await marginNow();
  const first = await submit(treasurer, [margin(before, 13_000)]);
  await submit(owner, [margin(13_000, before)]);
  const refused = await end('roll_back', first.one.id);
  expect(refused).toMatchObject({ status: 409, error: { code: 'edit_conflict', meta: { key: PAIR, member: 'marginPpm' } } });
  expect((await read(first.one.id)).state).toBe('applied');
});

test('outside the guard bands a second person approves exactly these items, never the author', async () => {
  const before = await marginNow();
  const waiting = await submit(treasurer, [margin(before, -5_000)]);
  expect(waiting.one.attributes).toMatchObject({ state: 'waiting', guards: [{ position: 0, guard: 'margin_below_zero', value: '-0.5' }] });
  expect(await marginNow()).toBe(before);
  const approval = waiting.one.attributes.approval_id;
  expect(await decide('approve', approval, treasurer)).toMatchObject({ status: 403 });
  expect((await decide('approve', approval)).status).toBe(200);
  expect(await marginNow()).toBe(-5_000);
  expect(await read(waiting.one.id)).toMatchObject({ state: 'applied', approved_by: 'owner' });
  expect(await auditOf(waiting.one.id)).toEqual(
    expect.arrayContaining(['change.submit', 'approval.propose', 'change.apply', 'approval.approve']),
  );
  const back = await end('roll_back', waiting.one.id);
  expect([back.one.attributes.state, await marginNow()]).toEqual(['applied', before]);
});

test('settings that decide when money counts as received need two people', async () => {
  const change = { before: { requiredConfirmations: 20 }, after: { requiredConfirmations: 0 } };
  const system = (await world.deps.changes.entities.payment_system.read(world.deps.db, ['USDTTRC20'])).get('USDTTRC20');
  const before = { requiredConfirmations: system?.['requiredConfirmations'] };
  const done = await submit(treasurer, [{ entity: 'payment_system', key: 'USDTTRC20', ...change, before }]);
  expect(done.one.attributes).toMatchObject({ state: 'waiting', guards: [{ guard: 'counted_otherwise', value: '' }] });
  await end('cancel', done.one.id);
});

test('items changed in the database invalidate the approval; an overtaken proposal is refused and can be cancelled', async () => {
  const before = await marginNow();
  const { one } = await submit(treasurer, [margin(before, 90_000)]);
  expect(one.attributes.guards).toMatchObject([{ guard: 'rate_off_market', value: '-9' }]);
  await submit(owner, [margin(before, 14_000)]);
  expect(await decide('approve', one.attributes.approval_id)).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
  expect((await end('cancel', one.id)).one.attributes).toMatchObject({ state: 'cancelled', ended_by: 'treasurer' });
  expect(await decide('approve', one.attributes.approval_id)).toMatchObject({ status: 409 });
  expect(await marginNow()).toBe(14_000);
  await submit(owner, [margin(14_000, before)]);
});

test('a declined proposal ends its change', async () => {
  const before = await marginNow();
  const { one } = await submit(treasurer, [margin(before, 90_000)]);
  expect((await decide('decline', one.attributes.approval_id)).status).toBe(200);
  await applyDueChanges(world.deps);
  expect(await read(one.id)).toMatchObject({ state: 'refused', actions: [] });
  expect(await marginNow()).toBe(before);
});

test('a dated change is applied once at its time by any process, and an overtaken one opens an incident', async () => {
  const before = await marginNow();
  const at = toRfc3339(world.deps.clock.now() + 10 * MINUTE_MS);
  const dated = await submit(treasurer, [margin(before, 16_000)], { apply_at: at });
  const overtaken = await submit(treasurer, [margin(before, 17_000)], { apply_at: at });
  expect(dated.one.attributes).toMatchObject({ state: 'scheduled', apply_at: at });
  await applyDueChanges(world.deps);
  expect(await marginNow()).toBe(before);
  await world.pass(11 * MINUTE_MS);
  await Promise.all([applyDueChanges(world.deps), applyDueChanges(world.deps), applyDueChanges(world.deps)]);
  const states = [await read(dated.one.id), await read(overtaken.one.id)].map(({ state }) => state);
  expect(states.toSorted()).toEqual(['applied', 'refused']);
  const lost = states[0] === 'refused' ? dated.one.id : overtaken.one.id;
  const incidents = await world.deps.db.many(AnyRow, sql`select detail ->> 'key' as key from incidents where subject = ${lost}`);
  expect(incidents).toEqual([{ key: PAIR }]);
  await submit(owner, [margin(await marginNow(), before)]);
});

test('a process that dies halfway leaves a dated change due and nothing written', async () => {
  const before = await marginNow();
  const at = toRfc3339(world.deps.clock.now() + MINUTE_MS);
  const { one } = await submit(
    treasurer,
    [margin(before, 18_000), margin(await marginNow('SBERRUB>USDTTRC20'), 18_000, 'SBERRUB>USDTTRC20')],
    {
      apply_at: at,
    },
  );
  await world.pass(2 * MINUTE_MS);
  const dying = { ...world.deps, live: { ...world.deps.live, notify: async () => Promise.reject(new Error('killed')) } };
  await expect(applyDueChanges(dying)).rejects.toThrow('killed');
  expect([(await read(one.id)).state, await marginNow()]).toEqual(['scheduled', before]);
  await applyDueChanges(world.deps);
  expect([(await read(one.id)).state, await marginNow(), await marginNow('SBERRUB>USDTTRC20')]).toEqual(['applied', 18_000, 18_000]);
  await end('roll_back', one.id);
});

test('an invalid item is refused with its field, and a role without permission is refused', async () => {
  const before = await marginNow();
  const wrong = await submit(treasurer, [
    margin(before, 900_000),
    { ...margin(before, 1), key: 'SBERRUB>USDTTRC20', after: { marginPpm: 'x', no: 1 } },
  ]);
  expect(wrong).toMatchObject({
    status: 422,
    error: { code: 'invalid_format', source: { pointer: '/data/attributes/items/0/after/marginPpm' } },
  });
  expect(await submit(treasurer, [margin(before, before)])).toMatchObject({ status: 422, error: { code: 'required' } });
  expect(await submit(treasurer, [margin(before, 1), margin(before, 2)])).toMatchObject({ status: 422, error: { code: 'invalid_format' } });
  expect(await submit(treasurer, [margin(before, 1, 'NO>NO')])).toMatchObject({ status: 409, error: { code: 'edit_conflict' } });
  expect(await submit(treasurer, [margin(before, 1)], { note: ' ' })).toMatchObject({ status: 422, error: { code: 'required' } });
  expect(await submit(treasurer, [margin(before, 1)], { apply_at: '2001-01-01T00:00:00Z' })).toMatchObject({ status: 422 });
  const support = await office.person('support');
  expect(await submit(support, [margin(before, 1)])).toMatchObject({ status: 403 });
  expect((await support.send('GET', CHANGES)).status).toBe(200);
  expect((await (await office.person('customer')).send('GET', CHANGES)).status).toBe(403);
  expect((await office.guest.send('GET', CHANGES)).status).toBe(401);
});

test('a direction is created, found in the history by part of its key, and removed by the roll-back', async () => {
  const made = await world.deps.changes.entities.direction.read(world.deps.db, [PAIR]);
  const key = 'SBPRUB>USDTTRC20';
  const after = { ...made.get(PAIR), incomeCode: 'SBPRUB', outcomeCode: 'USDTTRC20' };
  const { one } = await submit(treasurer, [{ entity: 'direction', key, before: null, after }]);
  expect(one.attributes).toMatchObject({ state: 'applied', item_count: 1 });
  const found = await owner.send<ChangeAttributes>('GET', `${CHANGES}?filter[entity]=direction&filter[key]=SBPRUB&filter[author]=treas`);
  expect(found.rows.map(({ id }) => id)).toEqual([one.id]);
  const items = await owner.send<ChangeItemDocument>('GET', `${CHANGES}/${one.id}/items`);
  expect(items.rows.map(({ attributes }) => attributes)).toMatchObject([
    { key, before: null, after: { marginPpm: after['marginPpm' as never] } },
  ]);
  await end('roll_back', one.id);
  expect(await now('marginPpm', key)).toBeUndefined();
});
