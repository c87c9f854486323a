import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEvmWorld, type EvmWorld, payOutRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';

let world: EvmWorld;
beforeAll(async () => {
  world = await createEvmWorld();
});
afterAll(async () => await world?.close());

it('a payout with a fault does not stop the others, and its error is logged once', async () => {
  const [faulty, other] = [payOutRequest(world.usdt, 5n), payOutRequest(world.eth, 7n)];
  world.wire.cut();
  for (const order of [faulty, other]) expect((await world.newRail().payOut(order)).outcome).toBe('unknown');
  world.wire.heal();
  const rail = world.newRail({
    isPaused: async ({ code }) => {
      if (code === world.usdt.code) throw new Error('a fault of one payout');
      return false;
    },
  });
  const recorded = recordRailEvents();
  for (let round = 0; round < 3; round += 1) await rail.poll(recorded.events);
  expect(recorded.payouts.map(({ reference, answer }) => [reference, answer.outcome])).toEqual([[other.reference, 'accepted']]);
  const faults = world.lines.filter(({ event }) => event === 'evm_payout_fault').map(({ fields }) => fields['reference']);
  expect(faults).toEqual([faulty.reference]);
});
