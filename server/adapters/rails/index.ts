import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Random } from '#server/platform/random.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { createAcquirerRail } from './acquirer/rail.ts';
import { type Acquirer, railNameOf } from './acquirer/settings.ts';
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
  readonly random: Random;
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
  /** As the shop describes them; each is a rail of its own. */
  readonly acquirers: readonly Acquirer[];
  /** Origin where we are called from outside, without a trailing slash. */
  readonly publicUrl: string;
}

/** Undefined where the configuration has no place for this rail. */
export type RailFactory = (world: RailWorld) => Rail | undefined;

/** Every rail there is, besides those that shops describe as data: adding one is its folder and a line here. */
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
  const acquirers = world.acquirers.map((acquirer) =>
    createAcquirerRail({ ...world, acquirer, callbackUrl: `${world.publicUrl}/callbacks/${railNameOf(acquirer.settings)}` }),
  );
  return new Map([...rails, ...acquirers].map((rail) => [rail.name, rail]));
}
