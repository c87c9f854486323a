import type { Rail } from '#server/adapters/rails/port.ts';
import { createManualRail } from '#server/adapters/rails/manual/rail.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { createManualPayouts } from '#server/payout-tasks/manual-payouts.ts';
import { createManualReceiving } from '#server/pool/give-requisite.ts';
import { railEvents } from '#server/assemble-rails.ts';
import { createWorld, type World } from './world.ts';

export interface ManualWorld extends World {
  readonly manual: Rail;
  readonly roubles: PaymentSystem;
  /** Passes operators' reports from the rail to the order side. */
  tell(): Promise<void>;
}

/** A world whose roubles are received and paid out by operators. */
export async function createManualWorld(): Promise<ManualWorld> {
  const world = await createWorld();
  const known = world.deps.catalogue.paymentSystem('SBERRUB');
  if (!known) throw new Error('the world has no SBERRUB');
  const roubles = { ...known, rail: 'manual' };
  const { catalogue: before } = world.deps;
  const catalogue = {
    ...before,
    paymentSystem: (code: string) => (code === roubles.code ? roubles : before.paymentSystem(code)),
    paymentSystems: () => before.paymentSystems().map((system) => (system.code === roubles.code ? roubles : system)),
  };
  const manual = createManualRail({ receiving: createManualReceiving(world.deps), paying: createManualPayouts(world.deps) });
  const { rails } = world.deps;
  // The world's own functions use this object
  Object.assign(world.deps, { catalogue, rails: new Map([...rails, ['manual', manual]]) });
  return { ...world, manual, roubles, tell: async () => await manual.poll(railEvents(world.deps)) };
}
