import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';
import type { Catalogue } from './catalogue.ts';
import { keepUnchanged } from './keep-unchanged.ts';
import { readDirections, readFreeBalances, readPaymentSystems } from './store.ts';

/** Told of by whoever changes payment systems or directions. */
export const CATALOGUE_CHANNEL = 'catalogue_changed';
/** Told of by whoever moves money; a hint only, the balances are read again. */
export const RESERVES_CHANNEL = 'reserves_changed';

const REFRESH_MS = 1000;

type Changed = 'catalogue' | 'reserves';

export interface LoadedCatalogue extends Catalogue {
  /** Reads everything again now. */
  refresh(): Promise<void>;
  /** Told after each reading that may have changed something; gives the function that ends it. */
  onChange(listener: (changed: Changed) => void): () => void;
  stop(): Promise<void>;
}

interface Snapshot {
  readonly systems: readonly PaymentSystem[];
  readonly systemByCode: ReadonlyMap<string, PaymentSystem>;
  readonly directions: readonly Direction[];
  readonly directionByPair: ReadonlyMap<string, Direction>;
}

const pair = (incomeCode: string, outcomeCode: string): string => `${incomeCode}>${outcomeCode}`;

const pairOf = ({ incomeCode, outcomeCode }: Direction): string => pair(incomeCode, outcomeCode);

async function readSnapshot(deps: Pick<Deps, 'db'>, before?: Snapshot): Promise<Snapshot> {
  const [readSystems, readPairs] = await Promise.all([readPaymentSystems(deps.db), readDirections(deps.db)]);
  const systems = keepUnchanged(before?.systems ?? [], readSystems, ({ code }) => code);
  const directions = keepUnchanged(before?.directions ?? [], readPairs, pairOf);
  return {
    systems,
    systemByCode: new Map(systems.map((system) => [system.code, system])),
    directions,
    directionByPair: new Map(directions.map((direction) => [pairOf(direction), direction])),
  };
}

/** Runs `work` now or, when it is running, once more after it; however often it is asked for, never twice at a time. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  const start = (): Promise<void> => {
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return start();
      });
    return waiting;
  };
}

const isEqual = (a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>): boolean =>
  a.size === b.size && [...a].every(([code, free]) => b.get(code) === free);

/**
 * The catalogue in memory. Payment systems and directions are read again when somebody tells of a change and after a lost
 * connection, reserves besides that every second. While the database is away the last good state stays.
 */
export async function loadCatalogue(deps: Pick<Deps, 'db' | 'live' | 'log'>): Promise<LoadedCatalogue> {
  let snapshot = await readSnapshot(deps);
  let free = await readFreeBalances(deps.db);
  let isStale = false;
  let isStopped = false;
  const listeners = new Set<(changed: Changed) => void>();
  const tell = (changed: Changed): void => {
    for (const listener of listeners) listener(changed);
  };

  const readCatalogue = oneAtATime(async () => {
    isStale = true;
    snapshot = await readSnapshot(deps, snapshot);
    isStale = false;
    tell('catalogue');
  });
  const readReserves = oneAtATime(async () => {
    const next = await readFreeBalances(deps.db);
    const hasChanged = !isEqual(free, next);
    free = next;
    if (hasChanged) tell('reserves');
  });

  const attempt = (work: () => Promise<void>): void => {
    if (isStopped) return;
    work().catch((error: unknown) => deps.log.warn({ error }, 'catalogue_refresh_failed'));
  };
  const unsubscribe = [
    deps.live.subscribe(CATALOGUE_CHANNEL, () => attempt(readCatalogue)),
    deps.live.subscribe(RESERVES_CHANNEL, () => attempt(readReserves)),
    deps.live.onReconnect(() => attempt(readCatalogue)),
  ];
  const timer = setInterval(() => {
    attempt(readReserves);
    if (isStale) attempt(readCatalogue);
  }, REFRESH_MS);
  timer.unref();

  return {
    paymentSystem: (code) => snapshot.systemByCode.get(code),
    paymentSystems: () => snapshot.systems,
    direction: (incomeCode, outcomeCode) => snapshot.directionByPair.get(pair(incomeCode, outcomeCode)),
    directions: () => snapshot.directions,
    closing: () => null,
    reserve(code) {
      const system = snapshot.systemByCode.get(code);
      const promised = system ? (free.get(system.outcomeWallet) ?? 0n) - system.reserveBuffer : 0n;
      return promised > 0n ? promised : 0n;
    },
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
      for (const end of unsubscribe) end();
      // A reading under way ends before the pool does
      await Promise.allSettled([readCatalogue(), readReserves()]);
    },
  };
}
