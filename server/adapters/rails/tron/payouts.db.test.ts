import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rail } from '#server/adapters/rails/port.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents, type RecordedEvents } from '#tests/make/rail-suite.ts';
import { createTronWorld, newTronAddress, type TronWorld } from '#tests/make/tron-world.ts';

const MINUTE_MS = 60_000;

let world: TronWorld;
let rail: Rail;
let recorded: RecordedEvents;
let aheadMs = 0;
beforeAll(async () => {
  world = await createTronWorld();
});
beforeEach(() => {
  world.node.heal();
  rail = world.newRail({ aheadMs: () => aheadMs });
  recorded = recordRailEvents();
});
afterAll(async () => await world?.close());

const poll = () => rail.poll(recorded.events);
const order = (amount = 5_000_000n) => payOutRequest(world.usdt, amount, newTronAddress());
const coinOrder = (to: string, amount = 5_000_000n) => payOutRequest(world.trx, amount, to);
const received = (request: { readonly destination: Readonly<Record<string, string>> }) =>
  world.node.balance(request.destination['wallet'] ?? '', world.token);

/** Blocks and our clock pass this time. */
function passTime(ms: number): void {
  aheadMs += ms;
  world.node.skipTime(ms);
}

async function untilSolid(): Promise<void> {
  world.node.mine(5);
  await poll();
}

describe('a signed payout', () => {
  it('that is in no block is sent again, and signed anew only when solid blocks have passed its expiration', async () => {
    const request = order();
    world.node.loseTransactions(true);
    const first = await rail.payOut(request);
    expect(first.outcome).toBe('accepted');
    passTime(9 * MINUTE_MS);
    await untilSolid();
    expect(await rail.askPayout(request)).toEqual(first);
    passTime(2 * MINUTE_MS);
    world.node.mine();
    await poll();
    // Past its time by our clock, but the solid blocks are not
    expect(await rail.askPayout(request)).toEqual(first);
    await untilSolid();
    expect(await rail.askPayout(request)).toEqual({ outcome: 'unknown', reason: 'not_signed_yet' });
    world.node.loseTransactions(false);
    await poll();
    await untilSolid();
    const done = await rail.askPayout(request);
    expect(done).toMatchObject({ outcome: 'executed', amount: 5_000_000n });
    expect(done.outcome === 'executed' && done.txHash).not.toBe(first.outcome === 'accepted' && first.txHash);
    expect(received(request)).toBe(5_000_000n);
  });

  it('whose answer was lost is paid once', async () => {
    const request = order();
    world.node.loseAnswer('wallet/broadcasthex');
    expect(await rail.payOut(request)).toEqual({ outcome: 'unknown', reason: 'node_unavailable' });
    expect((await world.newRail().payOut(request)).outcome).toBe('accepted');
    await untilSolid();
    expect(await rail.askPayout(request)).toMatchObject({ outcome: 'executed' });
    expect(received(request)).toBe(5_000_000n);
  });

  it('in a block that is replaced is sent again', async () => {
    const request = order();
    await rail.payOut(request);
    world.node.mine();
    world.node.reorganise(1);
    expect(received(request)).toBe(0n);
    passTime(MINUTE_MS);
    await poll();
    await untilSolid();
    expect([await rail.askPayout(request), received(request)]).toMatchObject([{ outcome: 'executed' }, 5_000_000n]);
  });

  it('that is reverted fails for good, with the fee that it cost', async () => {
    const request = order();
    world.node.revertTransfersTo(request.destination['wallet'] ?? '');
    await rail.payOut(request);
    await untilSolid();
    const [sent] = world.node.sentBy(world.payer).slice(-1);
    const failed = { outcome: 'failed', reason: 'transaction_reverted', networkFee: { wallet: 'TRX', amount: sent?.fee } };
    expect(await rail.askPayout(request)).toEqual(failed);
    expect(recorded.payouts.at(-1)).toEqual({ reference: request.reference, answer: failed });
    expect(await world.newRail().payOut(request)).toEqual(failed);
  });

  it('costs what the network took, and its ceiling covers an address without the token', async () => {
    const request = order();
    await rail.payOut(request);
    await untilSolid();
    const [sent] = world.node.sentBy(world.payer).slice(-1);
    expect(sent?.result).toBe('SUCCESS');
    expect(await rail.askPayout(request)).toMatchObject({ networkFee: { wallet: 'TRX', amount: sent?.fee } });
    expect(Number(sent?.fee)).toBeGreaterThan(13_000_000);
  });

  it('of the same amount to the same address at the same time is another transaction', async () => {
    const [first, second] = [order(), order()];
    const twin = { ...second, destination: first.destination };
    const at = Date.now() + aheadMs;
    const frozen = world.newRail({ aheadMs: () => at - Date.now() });
    expect([(await frozen.payOut(first)).outcome, (await frozen.payOut(twin)).outcome]).toEqual(['accepted', 'accepted']);
    await untilSolid();
    expect(received(first)).toBe(10_000_000n);
  });

  it('is ended by an operator only when it can no longer be executed', async () => {
    const request = order();
    world.node.loseTransactions(true);
    await rail.payOut(request);
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
    passTime(11 * MINUTE_MS);
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
    world.node.mine(5);
    await world.newRail({ payoutKey: null }).poll(recorded.events);
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
    world.node.loseTransactions(false);
    expect((await rail.payOut(request)).outcome).toBe('failed');
    await untilSolid();
    expect(received(request)).toBe(0n);
  });

  it('that moved something else is neither executed nor failed, until an operator ends it', async () => {
    const request = order();
    await rail.payOut(request);
    world.node.mine(5);
    const blockNumber = world.node.blockOf(world.node.sentBy(world.payer).at(-1)?.txId ?? '');
    const info = { id: 'ab'.repeat(32), fee: 1, blockNumber, receipt: { result: 'SUCCESS' } };
    world.node.replaceAnswer('walletsolidity/gettransactioninfobyid', info);
    await poll();
    await poll();
    expect(await rail.askPayout(request)).toEqual({ outcome: 'unknown', reason: 'transaction_moved_something_else' });
    expect(await rail.withdrawPayout?.(request.reference, 'sent')).toBe(true);
  });
});

describe('a node that errs', () => {
  it('fails no payout by an answer about a block that was not read', async () => {
    const request = order();
    const first = await rail.payOut(request);
    world.node.replaceAnswer('walletsolidity/gettransactioninfobyid', {
      id: 'ab'.repeat(32),
      fee: 1,
      blockNumber: 4,
      receipt: { result: 'REVERT' },
      result: 'FAILED',
    });
    expect(await rail.askPayout(request)).toEqual(first);
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
    await untilSolid();
    expect(await rail.askPayout(request)).toMatchObject({ outcome: 'accepted' });
    world.node.heal();
    await poll();
    expect(await rail.askPayout(request)).toMatchObject({ outcome: 'executed' });
  });

  it.each(['wallet/getcontract', 'walletsolidity/getaccount', 'walletsolidity/triggerconstantcontract', 'wallet/triggerconstantcontract'])(
    'with status 200 in %s, fails no payout',
    async (path) => {
      const requests = [order(), coinOrder(newTronAddress())];
      for (const body of [
        { Error: 'class java.lang.IllegalStateException : lack of computing resources' },
        { result: { code: 'OTHER_ERROR' } },
      ]) {
        world.node.replaceAnswer(path, body);
        for (const request of requests) expect((await rail.payOut(request)).outcome).not.toBe('failed');
        world.node.heal();
      }
      passTime(MINUTE_MS);
      await poll();
      await untilSolid();
      for (const request of requests) expect((await rail.askPayout(request)).outcome).toBe('executed');
    },
  );

  it('before a first payout, has the blocks from before it read: its transaction is found after a restart', async () => {
    const other = await createTronWorld();
    const first = other.newRail();
    const request = payOutRequest(other.usdt, 5n, newTronAddress());
    expect((await first.payOut(request)).outcome).toBe('accepted');
    other.node.mine(6);
    other.node.skipTime(11 * MINUTE_MS);
    other.node.mine(6);
    const later = other.newRail({ aheadMs: () => 11 * MINUTE_MS });
    // A node of a balancer that lags
    other.node.replaceAnswer('walletsolidity/gettransactioninfobyid', {});
    for (let round = 0; round < 3; round += 1) await later.poll(recorded.events);
    other.node.heal();
    other.node.mine(6);
    await later.poll(recorded.events);
    expect(await later.askPayout(request)).toMatchObject({ outcome: 'executed' });
    expect(other.node.balance(request.destination['wallet'] ?? '', other.token)).toBe(5n);
    await other.close();
  });
});

describe('a payout is not signed', () => {
  it('to an address that the issuer has frozen, to a contract, to ourselves, to the zero address: the destination is to blame', async () => {
    const frozen = order();
    world.node.freeze(world.token, frozen.destination['wallet'] ?? '');
    const blamed = (reason: string) => ({ outcome: 'failed', reason, cause: 'destination' });
    expect(await rail.payOut(frozen)).toEqual(blamed('destination_frozen'));
    expect(await rail.payOut(coinOrder(world.token))).toEqual(blamed('destination_is_contract'));
    for (const to of [world.payer, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9'])
      expect(await rail.payOut(coinOrder(to))).toEqual(blamed('bad_destination'));
    expect(await rail.payOut({ ...frozen, reference: crypto.randomUUID(), destination: { wallet: world.token } })).toEqual(
      blamed('bad_destination'),
    );
    expect(world.node.sentBy(world.payer).filter(({ fee }) => fee === 0n)).toEqual([]);
  });

  it('without money for it; money under way for others is waited for', async () => {
    const all = world.node.balance(world.payer, world.token);
    expect(await rail.payOut(order(all + 1n))).toMatchObject({ outcome: 'failed', reason: 'insufficient_funds' });
    const [first, second] = [order(all - 7n), order(8n)];
    expect((await rail.payOut(first)).outcome).toBe('accepted');
    expect(await rail.payOut(second)).toEqual({ outcome: 'unknown', reason: 'waiting_for_funds' });
    world.node.give(world.token, world.payer, 2n * all);
    await untilSolid();
    expect((await rail.askPayout(first)).outcome).toBe('executed');
    await untilSolid();
    await untilSolid();
    expect(await rail.askPayout(second)).toMatchObject({ outcome: 'executed', amount: 8n });
  });

  it('when it would cost more than the limit, until it costs less', async () => {
    const request = order();
    expect(await world.newRail({ maxFee: 10_000_000n }).payOut(request)).toEqual({ outcome: 'unknown', reason: 'fee_above_limit' });
    expect((await rail.payOut(request)).outcome).toBe('accepted');
  });

  it('while payouts are paused, also when the pause begins while it is being signed', async () => {
    let questions = 0;
    const request = order();
    const isPaused = async () => {
      questions += 1;
      return questions > 1;
    };
    const paused = { outcome: 'unknown', reason: 'payouts_paused' };
    expect(await world.newRail({ isPaused }).payOut(request)).toEqual(paused);
    expect(questions).toBe(2);
    expect(await world.newRail({ isPaused: async () => true }).askPayout(request)).toEqual(paused);
    await untilSolid();
    await untilSolid();
    expect(await rail.askPayout(request)).toMatchObject({ outcome: 'executed' });
  });

  it('without a key, and with a key on the main network in demo mode', async () => {
    expect(await world.newRail({ payoutKey: null }).payOut(order())).toMatchObject({ outcome: 'failed', reason: 'no_payout_key' });
    const main = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
    world.node.replaceAnswer('wallet/getblockbynum', { blockID: main, block_header: { raw_data: {} } });
    expect(await rail.payOut(order())).toMatchObject({ outcome: 'failed', reason: 'demo_on_a_real_chain' });
  });

  it('once it is cancelled', async () => {
    const request = order();
    world.node.cut();
    expect((await rail.payOut(request)).outcome).toBe('unknown');
    world.node.heal();
    expect(await rail.cancelPayout?.(request.reference)).toBe(true);
    expect((await rail.payOut(request)).outcome).toBe('failed');
  });
});

describe('the paying account', () => {
  it('with a transaction that is no payout is named by the statement', async () => {
    const other = await createTronWorld();
    await rail.payOut(order());
    await untilSolid();
    const before = await rail.statement(0);
    // The same key in another shop
    const stranger = other.newRail({ payoutKey: world.payoutKey, apiUrl: world.node.otherUrl });
    expect((await stranger.payOut(order())).outcome).toBe('accepted');
    await untilSolid();
    await untilSolid();
    const after = await rail.statement(0);
    const count = (statement: typeof after) => (statement.outcome === 'listed' ? statement.oddities.length : -1);
    expect(count(after)).toBe(count(before) + 1);
    await other.close();
  });

  it('estimates a payout by the prices of the network', async () => {
    expect(await rail.estimateNetworkFee?.(world.usdt)).toEqual({ amount: 13_410_000n, marketSymbol: 'TRX', scale: 6 });
    expect(await rail.estimateNetworkFee?.(world.trx)).toEqual({ amount: 332_000n, marketSymbol: 'TRX', scale: 6 });
  });
});
