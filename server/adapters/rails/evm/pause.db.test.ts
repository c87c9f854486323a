import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEvmWorld, CONFIRMATIONS, type EvmWorld, payOutRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';

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
