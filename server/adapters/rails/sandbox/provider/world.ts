import type { Clock } from '#server/platform/clock.ts';
import type { Db, Queryable } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Random } from '#server/platform/random.ts';
import type { SandboxKeys } from '#server/adapters/rails/sandbox/signature.ts';
import { type Faults, readFaults } from './books.ts';
import type { SandboxTiming } from './timing.ts';

/** What the provider lives on. */
export interface ProviderWorld {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly keys: SandboxKeys;
  /** Where its callbacks go: `<our address>/callbacks/sandbox`. */
  readonly callbackUrl: () => string;
  readonly timing: SandboxTiming;
  /** Beside real money: what looks like an address on a real network is marked, or somebody would pay there once and lose it. */
  readonly isBesideMoney?: boolean;
  /** Who scripts the failures of an order; undefined: everybody. */
  readonly ownerOf?: (db: Queryable, orderId: string) => Promise<string | undefined>;
}

/** The scripted failures in force for an order. */
export const faultsFor = async ({ ownerOf }: Pick<ProviderWorld, 'ownerOf'>, db: Queryable, orderId: string): Promise<Faults> =>
  await readFaults(db, await ownerOf?.(db, orderId));

const HASH_BYTES = 32;

/** A transaction hash as that network writes it; null off chain. */
export function makeTxHash(world: Pick<ProviderWorld, 'random'>, network: string | null): string | null {
  if (network === null) return null;
  const hex = Buffer.from(world.random.bytes(HASH_BYTES)).toString('hex');
  return EVM_NETWORKS.has(network.toUpperCase()) ? `0x${hex}` : hex;
}

const EVM_NETWORKS = new Set(['ETH', 'ERC20', 'BEP20', 'BSC', 'POLYGON']);
