import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { createEvmRail, type EvmSettings } from './evm/evm-rail.ts';
import type { ManualPeople } from './manual/port.ts';
import { createManualRail } from './manual/rail.ts';
import type { Rail } from './port.ts';
import { createSandboxRail } from './sandbox/rail.ts';
import { deriveSandboxKeys } from './sandbox/signature.ts';

/** What a rail may be built from. */
export interface RailWorld {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly mode: 'demo' | 'production';
  /** Our own address from inside (the sandbox provider answers there), without a trailing slash; known once we listen. */
  readonly ownUrl: () => string;
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  /** Null: no chain is configured. */
  readonly evm: EvmSettings | null;
  /** Who receives and pays by hand. */
  readonly people: ManualPeople;
}

/** Undefined where the configuration has no place for this rail. */
export type RailFactory = (world: RailWorld) => Rail | undefined;

/** Every rail there is: adding one is its folder and a line here. */
export const RAILS = {
  sandbox: (world) =>
    world.mode === 'production'
      ? undefined
      : createSandboxRail({ ...world, keys: deriveSandboxKeys(world.secrets), baseUrl: world.ownUrl }),
  manual: ({ people }) => createManualRail(people),
  evm: ({ evm, ...world }) => (evm === null ? undefined : createEvmRail({ ...world, settings: evm })),
} as const satisfies Record<string, RailFactory>;

/** The rails that this configuration has, by name. */
export function createRails(world: RailWorld): ReadonlyMap<string, Rail> {
  const rails = Object.values<RailFactory>(RAILS).flatMap((factory) => factory(world) ?? []);
  return new Map(rails.map((rail) => [rail.name, rail]));
}
