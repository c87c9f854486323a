import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PayOutRequest } from '#server/adapters/rails/port.ts';
import { createEvmWorld, CONFIRMATIONS, type EvmWorld, payOutRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { findPayout } from './payout-store.ts';

let world: EvmWorld;
beforeAll(async () => {
  world = await createEvmWorld();
});
afterAll(async () => await world?.close());

const PAUSED = { outcome: 'unknown', reason: 'payouts_paused' };

it('while payouts are paused, those that wait are not signed and say why, signed ones are followed; they go on after the pause', async () => {
  let paused = 'none';
  const rail = world.newRail({ isPaused: async ({ code, rail: name }) => paused === `${code} ${name}` });
  const poll = () => rail.poll(recordRailEvents().events);
  const [sent, waiting, other] = [payOutRequest(world.usdt, 5n), payOutRequest(world.usdt, 7n), payOutRequest(world.eth, 9n)];
  expect((await rail.payOut(sent)).outcome).toBe('accepted');
  world.wire.cut();
  for (const order of [waiting, other]) expect((await rail.payOut(order)).outcome).toBe('unknown');
  world.wire.heal();
  paused = 'USDTERC20 evm';
  for (let round = 0; round < 2; round += 1) await poll();
  expect([await rail.askPayout(waiting), await rail.payOut(waiting)]).toEqual([PAUSED, PAUSED]);
  expect(await world.newRail({ payoutKey: null, isPaused: async () => true }).payOut(waiting)).toEqual(PAUSED);
  await world.chain.mine(CONFIRMATIONS);
  await poll();
  expect([await rail.askPayout(sent), await rail.askPayout(other)]).toMatchObject([{ outcome: 'executed' }, { outcome: 'executed' }]);
  paused = 'none';
  await poll();
  await world.chain.mine(CONFIRMATIONS);
  await poll();
  expect(await rail.askPayout(waiting)).toMatchObject({ outcome: 'executed', amount: 7n });
});

it('a pause that starts while a payout is signed or before it is sent for the first time lets nothing out', async () => {
  const state = { isOn: false, startsAfter: 0 };
  // The switch is committed between the first check and the recording, or between the recording and the sending
  const rail = world.newRail({
    async isPaused() {
      state.isOn ||= state.startsAfter === 0;
      state.startsAfter -= 1;
      return state.isOn;
    },
  });
  let sent = 0;
  world.wire.answerItself('eth_sendRawTransaction', () => (sent += 1));
  const [unsigned, signed] = [payOutRequest(world.usdt, 11n), payOutRequest(world.usdt, 12n)];
  const isSigned = async ({ reference }: PayOutRequest) => (await findPayout(world.db, reference))?.state;
  for (const [order, startsAfter, stored] of [
    [unsigned, 1, 'ordered'],
    [signed, 2, 'recorded'],
  ] as const) {
    Object.assign(state, { isOn: false, startsAfter });
    expect(await rail.payOut(order)).toEqual(PAUSED);
    await rail.poll(recordRailEvents().events);
    expect([await rail.askPayout(order), await isSigned(order), sent]).toEqual([PAUSED, stored, 0]);
  }
  world.wire.heal();
  const after = world.newRail();
  await after.poll(recordRailEvents().events);
  await world.chain.mine(CONFIRMATIONS);
  await after.poll(recordRailEvents().events);
  for (const order of [unsigned, signed]) expect(await after.askPayout(order)).toMatchObject({ outcome: 'executed' });
});
