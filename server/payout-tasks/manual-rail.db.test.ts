import { createManualRail } from '#server/adapters/rails/manual/rail.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { createManualReceiving } from '#server/pool/give-requisite.ts';
import { addToPool } from '#tests/make/pool.ts';
import { describeRail, type RailHarness } from '#tests/make/rail-suite.ts';
import { createWorld } from '#tests/make/world.ts';
import { createManualPayouts } from './manual-payouts.ts';
import { countSent, sendByHand } from '#tests/make/payout-tasks.ts';

/** The rail suite over the pool and the list of payouts; the simulated operator pays everything. */
const harness = async (): Promise<RailHarness> => {
  const world = await createWorld();
  const system = world.deps.catalogue.paymentSystem('SBERRUB') as PaymentSystem;
  for (let n = 0; n < 40; n += 1) await addToPool(world.deps, system, { values: { account: `408178${100 + n}` } });
  const rail = () => createManualRail({ receiving: createManualReceiving(world.deps), paying: createManualPayouts(world.deps) });
  const cannot = async () => {
    throw new Error('people cannot be cut off');
  };
  return {
    rail: rail(),
    twin: rail(),
    paymentSystem: system,
    destination: () => ({ account: crypto.randomUUID() }),
    amount: 500_000n,
    pay: async () => undefined,
    advance: async () => await sendByHand(world),
    executions: async ({ reference }) => await countSent(world, reference),
    cut: cannot,
    heal: cannot,
    close: () => world.close(),
  };
};

describeRail('manual', harness, { byPeople: true });
