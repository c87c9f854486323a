import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Order } from '#core/order/order.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { saveSection } from '#server/shop/office-routes.ts';
import { loadShop } from '#server/shop/shop.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { outgoingOf } from '#server/payouts/machine/outgoing.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeOrderRoutes } from './office-routes.ts';

let world: World;
let office: Office;
let cashier: Person;
const shops: { stop(): void }[] = [];

beforeAll(async () => {
  world = await createWorld();
  const rules = [{ payment_system_id: 'USDTTRC20', network: false, fixed: '1', percent: '2.5', cap_percent: '3' }];
  const owner = await (await createOffice(world, [])).person('owner');
  await world.database.db.tx(
    async (tx) =>
      await saveSection({ ...world.deps, t: createTranslate() }, tx, {
        section: 'refunds',
        value: { rules },
        version: 0,
        operatorId: owner.id,
      }),
  );
  const shop = loadShop({ ...world.deps, t: createTranslate() });
  await shop.start();
  shops.push(shop);
  // The rule of the fee is stored with the order
  Object.assign(world.deps, { shop });
  office = await createOffice(world, officeOrderRoutes({ ...world.deps, shop }));
  cashier = await office.person('cashier');
});
afterAll(async () => {
  for (const shop of shops) shop.stop();
  await office.close();
  await world.close();
});

/** A paid order whose payout has finally failed, so that a refund is possible. */
async function refundable(): Promise<Order> {
  const order = await world.order();
  world.rail.script.push({ outcome: 'failed', reason: 'closed account', networkFee: null });
  await world.deposit(order);
  await world.drain();
  const failed = await world.read(order.id);
  expect(failed.status).toBe('payout_failed');
  await cashier.send('POST', `/api/office/v1/orders/${order.id}/claim`);
  return failed;
}

const refund = (order: Order, amount: string | null, person = cashier) =>
  person.send<OfficeOrderAttributes>('POST', `/api/office/v1/orders/${order.id}/moves`, {
    move: 'refund',
    version: order.version,
    note: 'His account is closed',
    refund_amount: amount,
  });

const balances = async (orderId: string) =>
  Object.fromEntries(
    (
      await world.deps.db.many(
        as<{ kind: string; total: string }>(),
        sql`select e.account_kind as kind, sum(e.amount)::text as total from ledger_entries e
          join ledger_transfers t on t.id = e.transfer_id
          where t.order_id = ${orderId} and t.phase in ('posted', 'pending_posted') and e.asset = 'USDT.TRC20' group by 1`,
      )
    ).map(({ kind, total }) => [kind, total]),
  );

it('withholds at most what the rule allows and returns the rest once, in ten simultaneous requests', async () => {
  const order = await refundable();
  const { refund_fee: fee } = (await cashier.send<OfficeOrderAttributes>('GET', `/api/office/v1/orders/${order.id}`)).one.attributes;
  // 1 + 2.5 % of 100 is 3.5, which exceeds the cap
  expect(fee).toMatchObject({ most: '3', fixed: '1', share: '2.5', least_refund: '97', credited: '100' });
  for (const amount of ['96.999999', '100.000001', '0'])
    expect((await refund(order, amount)).error, amount).toMatchObject({ code: 'not_allowed_amount' });
  for (const amount of ['-1', 'all', '1e2']) expect((await refund(order, amount)).error, amount).toMatchObject({ code: 'invalid_format' });
  const answers = await Promise.all(Array.from({ length: 10 }, async () => await refund(order, '97')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await world.drain();
  const back = await world.read(order.id);
  expect(back).toMatchObject({ status: 'refunded', refundFee: 3_000_000n });
  const paid = [...world.rail.executed.values()].filter(({ amount }) => amount === 97_000_000n);
  expect(paid).toEqual([{ amount: 97_000_000n, calls: 1 }]);
  // Limits, caps and approvals apply to the amount that is sent
  expect(outgoingOf(world.deps, world.deps.db, back, { purpose: 'refund' }).amount).toBe(97_000_000n);
  expect(await balances(order.id)).toMatchObject({ order_in: '0', treasury: '3000000', income: '-3000000' });
  expect(await world.audit()).toEqual([]);
});

it('withholds nothing if no amount is given', async () => {
  const order = await refundable();
  expect((await refund(order, null)).status).toBe(200);
  await world.drain();
  expect(await world.read(order.id)).toMatchObject({ status: 'refunded', refundFee: 0n });
  expect(await balances(order.id)).toMatchObject({ order_in: '0', treasury: '0' });
});

it('drops the fee if the refund is cancelled before the money was sent', async () => {
  const order = await refundable();
  world.rail.script.push({ outcome: 'failed', reason: 'wait', networkFee: null });
  expect((await refund(order, '97')).status).toBe(200);
  await world.deposit(order, { state: 'reverted' });
  const lost = await world.read(order.id);
  expect(lost).toMatchObject({ status: 'moderation', refundFee: 0n, creditedAmount: 0n });
  expect(await balances(order.id)).toMatchObject({ order_in: '0', treasury: '0' });
  expect(await world.audit()).toEqual([]);
});

it('withholds the fee that the direction had when the order was created', async () => {
  const pair = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' };
  const direction = world.deps.catalogue.direction(pair.incomeCode, pair.outcomeCode);
  Object.assign(direction ?? {}, { refundFeePpm: 5_000, refundFeeFixed: 250_000n });
  const order = await refundable();
  Object.assign(direction ?? {}, { refundFeePpm: 400_000, refundFeeFixed: null });
  const { refund_fee: fee } = (await cashier.send<OfficeOrderAttributes>('GET', `/api/office/v1/orders/${order.id}`)).one.attributes;
  expect(fee).toMatchObject({ most: '0.75', fixed: '0.25', share: '0.5' });
  const shown = await presentOrder(world.deps, world.deps.db, { order, locale: 'ru' });
  expect(shown.attributes.refund_terms).toEqual({ percent: '0.5', fixed: '0.25', network: false, cap_percent: '50' });
  Object.assign(direction ?? {}, { refundFeePpm: 0, refundFeeFixed: null });
  const free = await refundable();
  expect((await presentOrder(world.deps, world.deps.db, { order: free, locale: 'ru' })).attributes.refund_terms).toBeNull();
  expect((await refund(free, '99.999999')).error).toMatchObject({ code: 'not_allowed_amount' });
});
