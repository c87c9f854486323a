import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { createMoneroWorld, type MoneroWorld, XMR_CONFIRMATIONS } from '#tests/make/monero-world.ts';
import { hasMonerod } from '#tests/make/monerod.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';

const AMOUNT = 20_000_000_000n;
const XMR = 1_000_000_000_000n;

let world: MoneroWorld;
let rail: Rail;

const order = async (amount = AMOUNT): Promise<PayOutRequest> => payOutRequest(world.xmr, amount, await world.newAddress());

const madeOf = async ({ reference }: PayOutRequest) =>
  await world.db.maybe(
    as<{ tx_id: string; key_images: string[]; state: string }>(),
    sql`select tx_id, key_images, state from monero.payouts where reference = ${reference}`,
  );

/** Made and recorded, and the wallet is not reached any more. */
async function recordOnly(request: PayOutRequest): Promise<string> {
  world.wires.paying.before('relay_tx', () => world.wires.paying.cut());
  expect(await rail.payOut(request)).toEqual({ outcome: 'unknown', reason: 'node_unavailable' });
  world.wires.paying.heal();
  const made = await madeOf(request);
  expect(made?.state).toBe('recorded');
  return made?.tx_id ?? '';
}

const poll = async (by = rail) => {
  const recorded = recordRailEvents();
  await by.poll(recorded.events);
  return recorded;
};

async function expectPaidOnce(...requests: readonly PayOutRequest[]): Promise<void> {
  await world.chain.mine(XMR_CONFIRMATIONS);
  await world.paying.rpc('refresh');
  await poll();
  for (const request of requests) {
    expect(await rail.askPayout(request)).toMatchObject({ outcome: 'executed', amount: request.amount });
    expect(await world.paidTo(request.destination['wallet'] ?? '')).toEqual([request.amount]);
  }
}

describe.skipIf(!hasMonerod)('payouts on a real monerod (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createMoneroWorld();
    rail = world.newRail();
    await world.fund(15, XMR);
  });
  afterAll(async () => await world?.close());
  afterEach(() => Object.values(world.wires).forEach((wire) => wire.heal()));

  it('payouts that are made and not sent share no output with others, though the wallet forgets them, and each is sent as it was made', async () => {
    const before = await world.balance();
    const requests = [await order(), await order(AMOUNT * 2n), await order(AMOUNT * 3n)];
    const [first, second, third] = requests as [PayOutRequest, PayOutRequest, PayOutRequest];
    const txId = await recordOnly(first);
    // Frozen for the second payout, and forgotten with it
    await recordOnly(second);
    await world.paying.restart();
    expect(await rail.payOut(third)).toMatchObject({ outcome: 'accepted' });
    await poll();
    expect((await madeOf(first))?.tx_id).toBe(txId);
    const spent = (await Promise.all(requests.map(madeOf))).flatMap((made) => made?.key_images ?? []);
    expect(spent.length).toBeGreaterThan(2);
    expect(new Set(spent).size).toBe(spent.length);
    await expectPaidOnce(...requests);
    const fees = await world.db.one(
      as<{ fee: string }>(),
      sql`select sum(fee)::text as fee from monero.payouts where reference = any(${requests.map(({ reference }) => reference)}::text[])`,
    );
    expect(before - (await world.balance())).toBe(AMOUNT * 6n + BigInt(fees.fee));
    expect(await rail.statement(0)).toMatchObject({ outcome: 'listed', oddities: [] });
  });

  it.each(['transfer', 'relay_tx', 'get_transactions'])('a lost answer to %s pays once', async (method) => {
    const request = await order();
    const wire = method === 'get_transactions' ? world.wires.node : world.wires.paying;
    wire.loseAnswer(method);
    expect(await rail.payOut(request)).toEqual({ outcome: 'unknown', reason: 'node_unavailable' });
    expect(await rail.payOut(request)).toMatchObject({ outcome: 'accepted' });
    await expectPaidOnce(request);
  });

  it('is made anew only when another transaction has spent its output for good', async () => {
    const request = await order();
    const txId = await recordOnly(request);
    const [keyImage] = (await madeOf(request))?.key_images ?? [];
    await world.paying.rpc('sweep_single', { key_image: keyImage, address: world.paying.address, account_index: 0 });
    await world.chain.mine();
    for (const blocks of [0, XMR_CONFIRMATIONS - 1]) {
      await world.chain.mine(Math.max(1, blocks));
      await world.paying.rpc('refresh');
      expect(await rail.payOut(request)).toEqual({ outcome: 'unknown', reason: 'outputs_spent_elsewhere' });
      expect((await madeOf(request))?.tx_id).toBe(txId);
      expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
    }
    await world.chain.mine();
    expect(await rail.payOut(request)).toEqual({ outcome: 'unknown', reason: 'transaction_excluded' });
    expect(await rail.payOut(request)).toMatchObject({ outcome: 'accepted' });
    expect((await madeOf(request))?.tx_id).not.toBe(txId);
    await expectPaidOnce(request);
    // The sweep was made by hand
    expect(await rail.statement(0)).toMatchObject({ outcome: 'listed', oddities: [{ detail: expect.stringContaining('by hand') }] });
  });

  it('an executed one that a reorganisation takes out is alarmed, sent again and paid once', async () => {
    const request = await order();
    await rail.payOut(request);
    await expectPaidOnce(request);
    expect((await poll()).problems.get('payout_lost')).toEqual(new Map());
    await world.chain.pop(XMR_CONFIRMATIONS);
    await world.chain.flush();
    await world.chain.mine(XMR_CONFIRMATIONS + 1);
    expect((await poll()).problems.get('payout_lost')).toEqual(new Map([[request.reference, 'its transaction is sent again']]));
    await world.chain.mine();
    expect((await poll()).problems.get('payout_lost')?.size).toBe(1);
    await expectPaidOnce(request);
    expect((await poll()).problems.get('payout_lost')).toEqual(new Map());
  });

  it('one that was never sent can be cancelled, one that was cannot', async () => {
    let checks = 0;
    // Not paused until it is recorded
    const pausing = world.newRail({ isPaused: async () => ++checks > 2 });
    const request = await order();
    expect(await pausing.payOut(request)).toEqual({ outcome: 'unknown', reason: 'payouts_paused' });
    expect((await madeOf(request))?.state).toBe('recorded');
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
    expect((await rail.payOut(request)).outcome).toBe('failed');
    const sent = await order();
    await rail.payOut(sent);
    expect(await rail.withdrawPayout?.(sent.reference, 'not_sent')).toBe(false);
    await expectPaidOnce(sent);
    expect(await world.paidTo(request.destination['wallet'] ?? '')).toEqual([]);
  });

  it('nothing is made while payouts are paused', async () => {
    const request = await order();
    const before = world.wires.paying.calls('transfer');
    expect(await world.newRail({ isPaused: async () => true }).payOut(request)).toEqual({ outcome: 'unknown', reason: 'payouts_paused' });
    expect(world.wires.paying.calls('transfer')).toBe(before);
    expect(await rail.cancelPayout?.(request.reference)).toBe(true);
  });

  it('what cannot be paid fails, and what can be paid later waits', async () => {
    const failed = (reason: string, rest = {}) => ({ outcome: 'failed', reason, ...rest });
    const toBlame = { cause: 'destination' };
    expect(await rail.payOut(payOutRequest(world.xmr, AMOUNT, 'no address'))).toEqual(failed('bad_destination', toBlame));
    expect(await rail.payOut(payOutRequest(world.xmr, AMOUNT, world.paying.address))).toEqual(failed('bad_destination', toBlame));
    const dear = await order();
    expect(await world.newRail({ maxFee: 1n }).payOut(dear)).toEqual({ outcome: 'unknown', reason: 'fee_above_limit' });
    const { unlocked_balance: unlocked, balance } = await world.paying.rpc('get_balance', { account_index: 0 });
    expect(unlocked).toBe(balance);
    const large = await order(BigInt(balance) + 1n);
    expect(await rail.payOut(large)).toEqual(failed('insufficient_funds'));
    expect(await rail.payOut(dear)).toMatchObject({ outcome: 'accepted' });
    await world.chain.mine();
    // Change is locked, and may cover it in ten blocks
    const waiting = await order(BigInt(balance) - 2n * AMOUNT - 20_000_000_000n);
    expect(await rail.payOut(waiting)).toEqual({ outcome: 'unknown', reason: 'waiting_for_funds' });
    expect(await rail.cancelPayout?.(waiting.reference)).toBe(true);
  });
});
