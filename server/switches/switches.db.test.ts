import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SwitchAttributes } from '#contract/office/shop/switches.ts';
import type { TechBreak } from '#contract/public/public-notice.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { paymentSystemRoutes } from '#server/payment-systems/routes.ts';
import { pollPayout, executePayout } from '#server/payouts/machine/execute-payout.ts';
import { findPayout } from '#server/payouts/store.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { createRateFiles } from '#server/rates/rate-files.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeSwitchRoutes } from './office-routes.ts';
import { noticeRoutes } from '#server/public-notice/routes.ts';
import { closeNewShop, openShop } from './switch-off.ts';

const SWITCHES = '/api/office/v1/switches';
const PAIR = '?income_payment_system_id=USDTTRC20&outcome_payment_system_id=SBERRUB';

let world: World;
let office: Office;
let treasurer: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...officeSwitchRoutes(world.deps), ...noticeRoutes(world.deps), ...paymentSystemRoutes(world.deps)]);
  treasurer = await office.person('treasurer');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const off = async (body: Partial<SwitchAttributes>, person = treasurer) => {
  const answer = await person.send<SwitchAttributes>('POST', SWITCHES, { reason: 'maintenance', ...body });
  await world.switches.refresh();
  return answer;
};
const on = async (id: string | null, person = treasurer) => {
  const answer = await person.send<SwitchAttributes>('POST', `${SWITCHES}/${id}/switch_on`, {});
  await world.switches.refresh();
  return answer;
};
const at = (ms: number) => new Date(world.deps.clock.now() + ms).toISOString();
const refused = async (change = {}) => {
  const form = await world.form(change);
  const made = await world.deps.db.tx(
    async (tx) => await createOrder(world.deps, tx, form, { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' }),
  );
  return made.ok ? undefined : made.refusals[0];
};
const rows = () =>
  (JSON.parse(createRateFiles(world.deps).file('json').bytes.toString()) as { rates: { from: string; to: string }[] }).rates;
const techBreak = async (query = '') => (await office.guest.send('GET', `/api/v1/public_notice${query}`)).meta['tech_break'] as TechBreak;

test('a closed shop refuses orders with the remaining time, empties the rate file, still pays out, and opens on time', async () => {
  const before = await world.order();
  expect(rows().length).toBeGreaterThan(0);
  const closed = await off({ kind: 'shop', until: at(HOUR_MS), text: { ru: 'Меняем банк', en: 'A new bank' } });
  expect([closed.status, closed.one.attributes.is_in_force]).toEqual([201, true]);
  const params = { left: '1:00:00', seconds: 3600 };
  expect(await refused()).toMatchObject({ code: 'tech_break', message: 'break_until', params, meta: { reason: 'maintenance' } });
  expect(rows()).toEqual([]);
  expect(createRateFiles(world.deps).file('xml').bytes.toString()).toContain('<rates>\n</rates>');
  expect(await techBreak()).toMatchObject({ active: true, until: at(HOUR_MS), text: 'A new bank' });
  await world.deposit(before);
  await world.drain();
  expect((await world.read(before.id)).status).toBe('completed');
  await world.pass(HOUR_MS);
  expect(await techBreak()).toMatchObject({ active: false, until: null });
  expect(rows().length).toBeGreaterThan(0);
  expect(await refused()).toBeUndefined();
});

test('a scheduled break starts and ends on time, and can be cancelled', async () => {
  const planned = await off({ kind: 'shop', from: at(HOUR_MS), until: at(2 * HOUR_MS) });
  expect(planned.one.attributes.is_in_force).toBe(false);
  expect((await techBreak()).active).toBe(false);
  await world.pass(HOUR_MS);
  expect((await techBreak()).active).toBe(true);
  await world.pass(HOUR_MS);
  expect((await techBreak()).active).toBe(false);
  const another = await off({ kind: 'shop', from: at(HOUR_MS) });
  expect((await on(another.one.id)).status).toBe(200);
  expect((await treasurer.send<SwitchAttributes>('GET', SWITCHES)).rows).toEqual([]);
});

test.each([
  [{ kind: 'direction', subject: 'USDTTRC20>SERBRUB' }, 404, undefined],
  [{ kind: 'direction', subject: 'USDTTRC20>SBERRUB' }, 201, 'payment_system_to_id'],
  [{ kind: 'system', subject: 'SBERRUB', side: 'pay' }, 201, 'payment_system_to_id'],
  [{ kind: 'system', subject: 'SBERRUB', side: 'receive' }, 201, undefined],
  [{ kind: 'system', subject: 'USDTTRC20', side: 'receive' }, 201, 'payment_system_from_id'],
  [{ kind: 'rail', subject: 'test' }, 201, 'payment_system_from_id'],
] as const)('%o leaves the list, quotes and the file, and the refusal names the right field', async (wanted, status, field) => {
  const form = await world.form();
  const made = await off(wanted);
  expect(made.status).toBe(status);
  const answer = await world.deps.db.tx(
    async (tx) => await createOrder(world.deps, tx, form, { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' }),
  );
  expect(answer.ok ? undefined : answer.refusals[0]).toEqual(field && { code: 'direction_unavailable', field });
  const isListed = rows().some(({ from, to }) => from === 'USDTTRC20' && to === 'SBERRUB');
  expect(isListed).toBe(field === undefined);
  expect(world.deps.quotes.priceOf({ incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' }).ok).toBe(field === undefined);
  // The pair's address reports that the pair is closed, not that it does not exist
  const isOff = field !== undefined;
  expect(await techBreak(PAIR)).toMatchObject({ active: isOff, scope: isOff ? 'pair' : 'shop', reason: isOff ? 'maintenance' : null });
  if (status === 201) await on(made.one.id);
  expect(await refused()).toBeUndefined();
});

test.each([{ kind: 'payouts' }, { kind: 'payouts_of_rail', subject: 'test' }, { kind: 'payouts_of_system', subject: 'SBERRUB' }] as const)(
  '%o: payouts stop before they are claimed, and resume automatically',
  async (wanted) => {
    const order = await world.order();
    // Committed by another process: this one may not have reloaded yet
    await treasurer.send('POST', SWITCHES, { reason: 'incident', ...wanted, until: at(10 * MINUTE_MS) });
    await world.deposit(order);
    await world.drain();
    expect((await world.read(order.id)).status).toBe('payout_pending');
    expect(await world.deps.db.many(AnyRow, sql`select 1 from payouts where order_id = ${order.id}`)).toEqual([]);
    await world.pass(10 * MINUTE_MS);
    await executePayout(world.deps, order.id, 'payout');
    expect((await world.read(order.id)).status).toBe('completed');
  },
);

test('a payout claimed before a pause is still checked; no further alarm until the pause is over', async () => {
  const order = await world.order();
  let paused: string | null = null;
  world.rail.script.push(async () => {
    paused = (await off({ kind: 'payouts' })).one.id;
    throw new Error('the line broke');
  });
  await world.deposit(order);
  await world.drain();
  const { id } = await world.deps.db.one(as<{ id: string }>(), sql`select id from payouts where order_id = ${order.id}`);
  const ask = async () => {
    const payout = await findPayout(world.deps.db, id);
    if (payout) await pollPayout(world.deps, payout);
  };
  await ask();
  expect(world.rail.executed.get(id)).toBeUndefined();
  await on(paused);
  await ask();
  expect(world.rail.executed.get(id)?.calls).toBe(1);
  expect((await world.read(order.id)).status).toBe('completed');
});

test('of many who switch off the same at once one succeeds; roles are checked, every action is logged', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => await treasurer.send('POST', SWITCHES, { kind: 'payouts', reason: 'check' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  const cashier = await office.person('cashier');
  const [standing] = (await cashier.send<SwitchAttributes>('GET', SWITCHES)).rows;
  expect(standing?.attributes).toMatchObject({ kind: 'payouts', reason: 'check', made_by: 'treasurer' });
  expect((await on(standing?.id ?? null, cashier)).status).toBe(403);
  expect((await off({ kind: 'shop' }, cashier)).status).toBe(403);
  expect((await office.guest.send('GET', SWITCHES)).status).toBe(401);
  const lifted = await Promise.all([on(standing?.id ?? null), on(standing?.id ?? null)]);
  expect(lifted.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const auditRows = await world.deps.db.many(
    as<{ action: string }>(),
    sql`select action from audit_log where subject_id = ${standing?.id} order by at, action desc`,
  );
  expect(auditRows.map(({ action }) => action)).toEqual(['switch.off', 'switch.on']);
});

test('invalid input is refused at its field', async () => {
  expect((await off({ kind: 'system' })).error).toMatchObject({ code: 'required', source: { pointer: '/data/attributes/subject' } });
  expect((await off({ kind: 'shop', until: at(-1) })).error).toMatchObject({ source: { pointer: '/data/attributes/until' } });
  expect((await off({ kind: 'shop', text: { ru: 'Перерыв', en: ' ' } })).error).toMatchObject({
    code: 'required',
    source: { pointer: '/data/attributes/text/en' },
  });
});

test('several systems are switched off in one call; one that is off already does not refuse the others, an unknown one refuses all', async () => {
  const several = async (subjects: readonly string[]) =>
    await off({ kind: 'system', subjects } as Partial<SwitchAttributes> & { subjects: readonly string[] });
  const list = async () => await treasurer.send<SwitchAttributes>('GET', SWITCHES);
  expect((await several([])).error).toMatchObject({ code: 'required', source: { pointer: '/data/attributes/subjects' } });
  expect((await several(['SBERRUB', 'NOWHERE'])).error.code).toBe('not_found');
  const before = await list();
  expect(before.rows).toEqual([]);
  expect(before.meta['closed_directions']).not.toContain('USDTTRC20>SBERRUB');
  await several(['SBERRUB']);
  expect((await several(['SBERRUB', 'USDTTRC20'])).one.attributes.subject).toBe('USDTTRC20');
  expect((await several(['SBERRUB', 'USDTTRC20'])).error.code).toBe('order_state_conflict');
  const after = await list();
  expect(new Set(after.rows.map(({ attributes }) => attributes.subject))).toEqual(new Set(['SBERRUB', 'USDTTRC20']));
  expect(after.meta['closed_directions']).toContain('USDTTRC20>SBERRUB');
  for (const { id } of after.rows) await on(id);
});

test('a new production site waits for its owner, once', async () => {
  const production = { ...world.deps, settings: { ...world.deps.settings, mode: 'production' as const } };
  await closeNewShop(production);
  await world.switches.refresh();
  expect((await techBreak()).active).toBe(false);
  await world.database.adminDb.run(sql`truncate switches, directions cascade`);
  await closeNewShop(world.deps);
  await Promise.all([closeNewShop(production), closeNewShop(production)]);
  await world.switches.refresh();
  expect(await techBreak()).toMatchObject({ active: true, until: null, reason: 'not_open_yet' });
  await world.deps.db.tx(async (tx) => await openShop(world.deps, tx, { operatorId: treasurer.id }));
  await closeNewShop(production);
  await world.switches.refresh();
  expect((await techBreak()).active).toBe(false);
});
