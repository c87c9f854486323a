import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Random } from '#server/platform/random.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { createAcquirerRail } from './acquirer/rail.ts';
import { type Acquirer, railNameOf } from './acquirer/settings.ts';
import { createEvmRail, type EvmSettings } from './evm/evm-rail.ts';
import type { ManualOperations } from './manual/port.ts';
import { createManualRail } from './manual/rail.ts';
import { createMoneroRail, type MoneroSettings } from './monero/monero-rail.ts';
import type { IsPaused, Rail } from './port.ts';
import { createSandboxRail } from './sandbox/rail.ts';
import { deriveSandboxKeys } from './sandbox/signature.ts';
import { createTronRail, type TronSettings } from './tron/tron-rail.ts';
import { BITCOIN, type Coin, DOGECOIN, LITECOIN } from './utxo/coins.ts';
import { createUtxoRail, type UtxoSettings } from './utxo/utxo-rail.ts';

/** Dependencies of the rails' factories. */
export interface RailDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly mode: 'demo' | 'production';
  /** Our internal address (the sandbox provider answers there), without a trailing slash; known once the server listens. */
  readonly internalUrl: () => string;
  readonly paymentSystem: (code: string) => PaymentSystem | undefined;
  readonly isPaused: IsPaused;
  /** Null: no chain is configured. */
  readonly evm: EvmSettings | null;
  /** Null: no node is configured. */
  readonly tron: TronSettings | null;
  /** Null: no node is configured. */
  readonly monero: MoneroSettings | null;
  /** Settings of the coins of Bitcoin's family that have a node, by the name of their rail. */
  readonly utxo: ReadonlyMap<string, UtxoSettings>;
  /** Operators who receive and pay by hand. */
  readonly manual: ManualOperations;
  /** Acquirers as the shop's file describes them; each is its own rail. */
  readonly acquirers: readonly Acquirer[];
  /** Our public origin, without a trailing slash. */
  readonly publicUrl: string;
}

/** Undefined: this rail is not configured. */
export type RailFactory = (deps: RailDeps) => Rail | undefined;

const utxoRail =
  (coin: Coin): RailFactory =>
  ({ utxo, ...deps }) => {
    const settings = utxo.get(coin.name);
    return settings && createUtxoRail({ ...deps, coin, settings });
  };

/** Every rail except acquirers, which are data: adding a rail is its folder and a line here. */
export const RAILS = {
  sandbox: (deps) =>
    deps.mode === 'production'
      ? undefined
      : createSandboxRail({ ...deps, keys: deriveSandboxKeys(deps.secrets), baseUrl: deps.internalUrl }),
  manual: ({ manual: people }) => createManualRail(people),
  evm: ({ evm, ...deps }) => (evm === null ? undefined : createEvmRail({ ...deps, settings: evm })),
  tron: ({ tron, ...deps }) => (tron === null ? undefined : createTronRail({ ...deps, settings: tron })),
  monero: ({ monero, ...deps }) => (monero === null ? undefined : createMoneroRail({ ...deps, settings: monero })),
  bitcoin: utxoRail(BITCOIN),
  litecoin: utxoRail(LITECOIN),
  dogecoin: utxoRail(DOGECOIN),
} as const satisfies Record<string, RailFactory>;

/** The configured rails, by name. */
export function createRails(deps: RailDeps): ReadonlyMap<string, Rail> {
  const rails = Object.values<RailFactory>(RAILS).flatMap((factory) => factory(deps) ?? []);
  const acquirers = deps.acquirers.map((acquirer) =>
    createAcquirerRail({ ...deps, acquirer, callbackUrl: `${deps.publicUrl}/callbacks/${railNameOf(acquirer.settings)}` }),
  );
  return new Map([...rails, ...acquirers].map((rail) => [rail.name, rail]));
}
