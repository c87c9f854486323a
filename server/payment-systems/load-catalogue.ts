import { pairKey } from '#core/pricing/price-terms.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { isEqualJson } from '#core/text/canonical-json.ts';
import type { Deps } from '#server/deps.ts';
import { readFreeBalances } from '#server/ledger/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Catalogue } from './catalogue.ts';
import { readDirections, readPaymentSystems } from './queries.ts';
import { assignRail } from './store.ts';

/**
 * Keeps the previous objects of equal items, and the previous list if all are equal. Prices and rate-file lines are recomputed only for
 * objects that differ (`price-board.ts`, `rate-lines.ts`).
 */
function keepUnchanged<Item>(before: readonly Item[], now: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const beforeByKey = new Map(before.map((item) => [keyOf(item), item]));
  const merged = now.map((item) => {
    const previous = beforeByKey.get(keyOf(item));
    return previous !== undefined && isEqualJson(previous, item) ? previous : item;
  });
  return merged.length === before.length && merged.every((item, i) => item === before[i]) ? before : merged;
}

/** Channel notified by every change of payment systems or directions. */
export const CATALOGUE_CHANNEL = 'catalogue_changed';
/** Channel notified by every movement of money; balances are also read every second. */
const RESERVES_CHANNEL = 'reserves_changed';

const REFRESH_MS = 1000;

type ChangedPart = 'catalogue' | 'reserves';

export interface LoadedCatalogue extends Catalogue {
  /** Reloads everything now. */
  refresh(): Promise<void>;
  /** Calls the listener after each reload that may have changed the catalogue or reserves; returns the function that unsubscribes. */
  onChange(listener: (changed: ChangedPart) => void): () => void;
  stop(): Promise<void>;
}

interface Snapshot {
  readonly systems: readonly PaymentSystem[];
  readonly systemByCode: ReadonlyMap<string, PaymentSystem>;
  readonly directions: readonly Direction[];
  readonly directionByPair: ReadonlyMap<string, Direction>;
}

async function readSnapshot(deps: Pick<Deps, 'db'>, before?: Snapshot): Promise<Snapshot> {
  const [newSystems, newDirections] = await Promise.all([readPaymentSystems(deps.db), readDirections(deps.db)]);
  const systems = keepUnchanged(before?.systems ?? [], newSystems, ({ code }) => code);
  const directions = keepUnchanged(before?.directions ?? [], newDirections, pairKey);
  return {
    systems,
    systemByCode: new Map(systems.map((system) => [system.code, system])),
    directions,
    directionByPair: new Map(directions.map((direction) => [pairKey(direction), direction])),
  };
}

/** Wraps `work` so that runs never overlap: calls during a run share one more run after it. */
function withoutOverlap(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let queuedRun: Promise<void> | undefined;
  const start = (): Promise<void> => {
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    queuedRun ??= running
      .catch(() => undefined)
      .then(() => {
        queuedRun = undefined;
        return start();
      });
    return queuedRun;
  };
}

const isEqual = (a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>): boolean =>
  a.size === b.size && [...a].every(([code, free]) => b.get(code) === free);

/** The last loaded catalogue and balances. */
interface State {
  snapshot: Snapshot;
  /** Minor units by wallet. */
  free: ReadonlyMap<string, bigint>;
}

const catalogueOf = (state: State): Catalogue => ({
  paymentSystem: (code) => state.snapshot.systemByCode.get(code),
  paymentSystems: () => state.snapshot.systems,
  direction: (incomeCode, outcomeCode) => state.snapshot.directionByPair.get(pairKey({ incomeCode, outcomeCode })),
  directions: () => state.snapshot.directions,
  closing: () => null,
  reserve(code) {
    const system = state.snapshot.systemByCode.get(code);
    const available = system ? (state.free.get(system.outcomeWallet) ?? 0n) - system.reserveBuffer : 0n;
    return available > 0n ? available : 0n;
  },
});

/**
 * The catalogue in memory. Payment systems and directions are reloaded on notifications and after a reconnect, reserves also every
 * second. While the database is unavailable the last loaded state stays.
 */
export async function loadCatalogue(deps: Pick<Deps, 'db' | 'live' | 'log'>): Promise<LoadedCatalogue> {
  const state: State = { snapshot: await readSnapshot(deps), free: await readFreeBalances(deps.db) };
  let isStale = false;
  let isStopped = false;
  const listeners = new Set<(changed: ChangedPart) => void>();
  const notifyListeners = (changed: ChangedPart): void => {
    for (const listener of listeners) listener(changed);
  };

  const readCatalogue = withoutOverlap(async () => {
    isStale = true;
    state.snapshot = await readSnapshot(deps, state.snapshot);
    isStale = false;
    notifyListeners('catalogue');
  });
  const readReserves = withoutOverlap(async () => {
    const free = await readFreeBalances(deps.db);
    const hasChanged = !isEqual(state.free, free);
    state.free = free;
    if (hasChanged) notifyListeners('reserves');
  });

  const runLogged = (work: () => Promise<void>): void => {
    if (isStopped) return;
    work().catch((error: unknown) => deps.log.warn({ error }, 'catalogue_refresh_failed'));
  };
  const unsubscribe = [
    deps.live.subscribe(CATALOGUE_CHANNEL, () => runLogged(readCatalogue)),
    deps.live.subscribe(RESERVES_CHANNEL, () => runLogged(readReserves)),
    deps.live.onReconnect(() => runLogged(readCatalogue)),
  ];
  const timer = setInterval(() => {
    runLogged(readReserves);
    if (isStale) runLogged(readCatalogue);
  }, REFRESH_MS);
  timer.unref();

  return {
    ...catalogueOf(state),
    async refresh() {
      await Promise.all([readCatalogue(), readReserves()]);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      for (const stop of unsubscribe) stop();
      // A reload in progress must end before the pool closes
      await Promise.allSettled([readCatalogue(), readReserves()]);
    },
  };
}

interface EvmChain {
  readonly chainId: number;
  /** Code of the chain's own coin. */
  readonly coin: string;
  /** Token contracts by payment system code. */
  readonly contracts: Readonly<Record<string, string>>;
}

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Sets the rail of a chain's coin and tokens to `evm`; unknown codes are left out. Returns the codes changed. */
export async function useEvmRail(tx: Tx, chain: EvmChain): Promise<readonly string[]> {
  const chainId = chain.chainId.toString();
  const settings: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [chain.coin, { chain_id: chainId }],
    ...Object.entries(chain.contracts).map(([code, contract]): readonly [string, Readonly<Record<string, string>>] => {
      if (!EVM_ADDRESS.test(contract)) throw new Error(`The contract of ${code} is not an address`);
      return [code, { chain_id: chainId, contract }];
    }),
  ];
  const changedCodes: string[] = [];
  for (const [code, railSettings] of settings) {
    if (await assignRail(tx, { code, rail: 'evm', railSettings })) changedCodes.push(code);
  }
  return changedCodes;
}
