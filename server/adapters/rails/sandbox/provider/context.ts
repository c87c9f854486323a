import type { Clock } from '#server/platform/clock.ts';
import type { Db, Queryable } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Random } from '#server/platform/random.ts';
import type { SandboxKeys } from '#server/adapters/rails/sandbox/signature.ts';
import { type Faults, readFaults } from './books.ts';
import type { SandboxTiming } from './timing.ts';

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
  /** The shop also handles real money: addresses are marked as test ones, so that no one sends real coins there. */
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
