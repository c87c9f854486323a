import { SECOND_MS } from '#core/time.ts';
import type { SandboxKeys } from '#server/adapters/rails/sandbox/signature.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Queryable } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Random } from '#server/platform/random.ts';
import { type Faults, readFaults } from './books.ts';

/** Delays of the provider; tests set zeros. */
export interface SandboxTiming {
  /** Between two confirmations of a payment on a chain. */
  readonly confirmationMs: number;
  /** From accepting a payout to executing it. */
  readonly payoutMs: number;
  /** How long a payout stays unknown under the fault `unknown_late`. */
  readonly unknownLateMs: number;
  /** Delay per remaining step under the fault `reorder`. */
  readonly reorderMs: number;
  /** How long a call hangs under the fault `timeout_after_execute`, unless the caller disconnects. */
  readonly hangMs: number;
  /** First pause before a refused callback is repeated; it doubles each time. */
  readonly retryMs: number;
}

/** Slow enough to watch. */
export const DEMO_TIMING: SandboxTiming = {
  confirmationMs: 400,
  payoutMs: SECOND_MS,
  unknownLateMs: 4 * SECOND_MS,
  reorderMs: 700,
  hangMs: 60 * SECOND_MS,
  retryMs: 500,
};

/** Dependencies of the provider. */
export interface ProviderContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly keys: SandboxKeys;
  /** Where its callbacks are sent: `<our address>/callbacks/sandbox`. */
  readonly callbackUrl: () => string;
  readonly timing: SandboxTiming;
  /** The shop also handles real money, so addresses get a prefix that no wallet accepts. */
  readonly isRealMoneyPresent?: boolean;
  /** Whose faults apply to an order; undefined: the global ones. */
  readonly ownerOf?: (db: Queryable, orderId: string) => Promise<string | undefined>;
}

/** The active faults of an order. */
export const faultsFor = async ({ ownerOf }: Pick<ProviderContext, 'ownerOf'>, db: Queryable, orderId: string): Promise<Faults> =>
  await readFaults(db, await ownerOf?.(db, orderId));

const HASH_BYTES = 32;

/** A transaction hash in the network's format; null off chain. */
export function makeTxHash(context: Pick<ProviderContext, 'random'>, network: string | null): string | null {
  if (network === null) return null;
  const hex = Buffer.from(context.random.bytes(HASH_BYTES)).toString('hex');
  return EVM_NETWORKS.has(network.toUpperCase()) ? `0x${hex}` : hex;
}

const EVM_NETWORKS = new Set(['ETH', 'ERC20', 'BEP20', 'BSC', 'POLYGON']);
