import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShiftAttributes, WalletBalanceAttributes } from '#contract/office/shop/shifts.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeShiftRoutes } from './office-routes.ts';

const SHIFTS = '/api/office/v1/shifts';
const USDT = 'USDTTRC20';

let world: World;
let office: Office;
let cashier: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeShiftRoutes(world.deps));
  cashier = await office.person('cashier', '=cmd');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const balances = async () => {
  const { rows } = await cashier.send<WalletBalanceAttributes>('GET', `${SHIFTS}/wallets`);
  return new Map(rows.map(({ id, attributes }) => [id, attributes.ledger]));
};
const close = async (lines: readonly object[], note = '', by = cashier) => await by.send<ShiftAttributes>('POST', SHIFTS, { lines, note });

test('counted balances are stored with those of the ledger; a difference proposes a correction and needs a note', async () => {
  const ledger = await balances();
  expect([...ledger.keys()].toSorted()).toEqual(['SBERRUB', USDT]);
  const [usdt = '', roubles = ''] = [ledger.get(USDT), ledger.get('SBERRUB')];
  const same = { wallet: 'SBERRUB', ledger: roubles, counted: roubles };
  const short = { wallet: USDT, ledger: usdt, counted: '1' };
  expect(await close([same, short])).toMatchObject({
    status: 422,
    error: { code: 'required', source: { pointer: '/data/attributes/note' } },
  });
  const closed = await close([same, short], '=short by a payout');
  expect(closed.status).toBe(201);
  expect(closed.one.attributes).toMatchObject({ closed_by: '=cmd', uncounted: 0, note: '=short by a payout' });
  const [first, second] = closed.one.attributes.lines;
  expect(first).toMatchObject({ wallet: 'SBERRUB', ledger: roubles, counted: roubles, difference: '0', approval_id: null });
  expect(second).toMatchObject({ wallet: USDT, ledger: usdt, counted: '1', approval_id: expect.any(String) });
  expect(second?.difference).toMatch(/^-\d/);
  // Nothing is posted before a second person agrees
  expect(await balances()).toEqual(ledger);
  const alone = await close([same]);
  expect(alone.one.attributes).toMatchObject({ uncounted: 1, note: '' });
  const { rows } = await cashier.send<ShiftAttributes>('GET', SHIFTS);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([closed.one.id, alone.one.id].toSorted());
});

test('a changed ledger, an unknown or repeated wallet and an invalid amount are refused at their field', async () => {
  const ledger = (await balances()).get(USDT) ?? '';
  const line = { wallet: USDT, ledger, counted: ledger };
  expect(await close([{ ...line, ledger: '0.5' }], 'x')).toMatchObject({ status: 409, error: { code: 'edit_conflict' } });
  expect(await close([{ ...line, wallet: 'none' }], 'x')).toMatchObject({ status: 404 });
  expect(await close([line, line], 'x')).toMatchObject({ status: 409 });
  for (const counted of ['-1', 'much', '1.1234567'])
    expect(await close([{ ...line, counted }], 'x')).toMatchObject({
      status: 422,
      error: { code: 'not_allowed_amount', source: { pointer: '/data/attributes/lines/0/counted' } },
    });
});

test('cashiers and treasurers close shifts, auditors read them, others do neither', async () => {
  const [auditor, support] = [await office.person('auditor'), await office.person('support')];
  expect((await close([{ wallet: USDT, ledger: '1', counted: '1' }], '', auditor)).status).toBe(403);
  expect((await auditor.send('GET', SHIFTS)).status).toBe(200);
  expect((await support.send('GET', SHIFTS)).status).toBe(403);
  expect((await support.send('GET', `${SHIFTS}/csv`)).status).toBe(403);
});

test('the CSV has a line for each wallet and no formula', async () => {
  const { raw } = await cashier.send('GET', `${SHIFTS}/csv`);
  const text = raw.toString('utf8');
  expect(text).toContain(";'=short by a payout");
  expect(text).toContain(";'=cmd;");
  expect(text).not.toMatch(/(?:^|;)[=+@]/m);
});
