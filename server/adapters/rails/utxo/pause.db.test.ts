import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IsPaused, PayOutRequest } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { hasLitecoind } from '#tests/make/litecoind.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';
import { createUtxoWorld, LTC_CONFIRMATIONS, newLitecoinAddress, type UtxoWorld } from '#tests/make/utxo-world.ts';
import { findPayout } from './payout-store.ts';
import { STUCK_AFTER_BLOCKS } from './sign-payout.ts';

let world: UtxoWorld;

const COIN = 10_000_000n;
const PAUSED = { outcome: 'unknown', reason: 'payouts_paused' };
let aheadMs = 0;
/** A rail that a switch can pause, for which the last sending was long ago. */
function pausableRail(maxFeeRate = 40n) {
  const state = { isPaused: false, asked: [] as Parameters<IsPaused>[0][] };
  const isPaused: IsPaused = async (payout) => {
    state.asked.push(payout);
    return state.isPaused;
  };
  return { rail: world.newRail({ isPaused, maxFeeRate, aheadMs: (aheadMs += 60_000) }), state };
}
const request = (amount: bigint) => payOutRequest(world.ltc, amount, newLitecoinAddress());
const poll = (rail: { poll: ReturnType<UtxoWorld['newRail']>['poll'] }) => rail.poll(recordRailEvents().events);
const got = ({ destination }: PayOutRequest) => world.chain.balance(destination['wallet'] ?? '');
const versions = async () => (await world.db.one(as<{ count: number }>(), sql`select count(*)::int as count from utxo.transactions`)).count;

/** A payout that is ordered while the node is down. */
async function waitingPayout(amount: bigint): Promise<PayOutRequest> {
  const order = request(amount);
  world.wire.cut();
  expect((await world.newRail().payOut(order)).outcome).toBe('unknown');
  world.wire.heal();
  return order;
}

describe.skipIf(!hasLitecoind)('while payouts are paused, on a real litecoind (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createUtxoWorld();
    await world.fund(5, COIN);
  });
  afterAll(async () => await world?.close());

  it('payouts that wait are not signed, alone or together, and say why; they go on after the pause', async () => {
    const { rail, state } = pausableRail();
    state.isPaused = true;
    const first = await waitingPayout(1_000_000n);
    for (let round = 0; round < 2; round += 1) await poll(rail);
    const second = await waitingPayout(1_100_000n);
    for (let round = 0; round < 2; round += 1) await poll(rail);
    expect(await rail.payOut(first)).toEqual(PAUSED);
    expect(await rail.askPayout(second)).toEqual(PAUSED);
    expect(await rail.payOut(request(1_200_000n))).toEqual(PAUSED);
    expect(await versions()).toBe(0);
    expect(new Set(state.asked.map(({ code, rail: name }) => `${code} ${name}`))).toEqual(new Set(['LTC litecoin']));
    state.isPaused = false;
    await poll(rail);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll(rail);
    expect([await rail.askPayout(first), await rail.askPayout(second)]).toMatchObject([{ outcome: 'executed' }, { outcome: 'executed' }]);
    expect([await got(first), await got(second)]).toEqual([1_000_000n, 1_100_000n]);
  });

  it('a payout without a key is not refused: it waits', async () => {
    const keyless = world.newRail({ payoutKey: null, isPaused: async () => true });
    const order = request(1_000_000n);
    expect(await keyless.payOut(order)).toEqual(PAUSED);
    expect((await world.newRail().payOut(order)).outcome).toBe('accepted');
  });

  it('signed payouts are sent again and followed, with the fee they have', async () => {
    const { rail, state } = pausableRail(2n);
    const order = request(1_300_000n);
    world.wire.answerItself('sendrawtransaction', '00'.repeat(32));
    expect((await rail.payOut(order)).outcome).toBe('accepted');
    world.wire.heal();
    state.isPaused = true;
    for (let block = 0; block < STUCK_AFTER_BLOCKS; block += 1)
      await world.chain.rpc('generateblock', [await world.chain.rpc('getnewaddress'), []]);
    const signed = await versions();
    const later = pausableRail();
    later.state.isPaused = true;
    await poll(later.rail);
    expect(await versions()).toBe(signed);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll(rail);
    expect(await rail.askPayout(order)).toMatchObject({ outcome: 'executed' });
    expect(await got(order)).toBe(1_300_000n);
  });

  it('a pause that starts while payouts are signed or before they are sent for the first time lets nothing out', async () => {
    const state = { isOn: false, startsAfter: 0 };
    const rail = world.newRail({
      async isPaused() {
        state.isOn ||= state.startsAfter === 0;
        state.startsAfter -= 1;
        return state.isOn;
      },
    });
    let sent = 0;
    world.wire.answerItself('sendrawtransaction', () => (sent += 1));
    const [unsigned, signed] = [request(1_010_000n), request(1_020_000n)];
    const stateOf = async ({ reference }: PayOutRequest) => (await findPayout(world.db, reference))?.state;
    for (const [order, startsAfter, stored] of [
      [unsigned, 1, 'ordered'],
      [signed, 2, 'recorded'],
    ] as const) {
      Object.assign(state, { isOn: false, startsAfter });
      expect(await rail.payOut(order)).toEqual(PAUSED);
      await poll(rail);
      expect([await rail.askPayout(order), await stateOf(order), sent]).toEqual([PAUSED, stored, 0]);
    }
    const batch = [request(1_030_000n), request(1_040_000n)];
    world.wire.cut();
    for (const order of batch) expect((await rail.payOut(order)).outcome).toBe('unknown');
    world.wire.heal();
    Object.assign(state, { isOn: false, startsAfter: 1 });
    await poll(rail);
    expect(await Promise.all(batch.map(stateOf))).toEqual(['ordered', 'ordered']);
    for (let round = 0; round < 3; round += 1) await poll(pausableRail().rail);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll(pausableRail().rail);
    for (const order of [unsigned, signed, ...batch]) expect(await world.newRail().askPayout(order)).toMatchObject({ outcome: 'executed' });
  });
});
