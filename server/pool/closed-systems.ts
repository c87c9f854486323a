import { stepOf } from '#core/money/decimals.ts';
import type { AmountRange, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { poolOutage, type PoolOutage, acceptedRange } from '#core/pool/closing.ts';
import type { PooledRequisite } from '#core/pool/requisite.ts';
import type { Switch } from '#core/staff/switches.ts';
import type { Instant } from '#core/time.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh, type Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import type { Switches } from '#server/switches/switches.ts';
import { listPool, pooledOf } from './store.ts';

/** Live channel: the free requisites of a pool may have changed. The payload is the code of the payment system. */
export const POOL_CHANNEL = 'pool_changed';
/** The rail whose requisites come from the pool. */
export const MANUAL_RAIL = 'manual';

/** A payment system without a free requisite, and the orders that hold its requisites. */
export interface ClosedSystem extends PoolOutage {
  readonly code: string;
  readonly orderIds: readonly string[];
}

export interface ClosedSystems extends Switches {
  /** Every system whose pool is empty now. */
  closed(): readonly ClosedSystem[];
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

interface ClosedDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Live;
  readonly log: Pick<Log, 'warn'>;
  /** The catalogue with all payment systems, also those switched off. */
  readonly catalogue: Pick<Catalogue, 'paymentSystems'>;
}

interface Requisite {
  readonly code: string;
  readonly pooled: PooledRequisite;
  readonly orders: readonly string[];
}

/** How long a result is cached. Openings and closings by the clock alone are seen after this time. */
const CACHE_MS = 200;

const switchOf = ({ code, opensAt }: ClosedSystem): Switch => ({
  id: `pool ${code}`,
  kind: 'system',
  subject: code,
  side: 'receive',
  reason: 'requisites',
  text: null,
  from: 0,
  until: opensAt,
});

interface Pool {
  readonly system: PaymentSystem;
  readonly pool: readonly PooledRequisite[];
  readonly orderIds: readonly string[];
}

/** The pools of payment systems received by hand, without orders whose time to pay is over. */
function poolsOf(systems: readonly PaymentSystem[], requisites: readonly Requisite[], now: Instant): Pool[] {
  return systems.flatMap((system) => {
    if (system.rail !== MANUAL_RAIL || !system.incomeEnabled) return [];
    const requisitesOfSystem = requisites.filter(({ code }) => code === system.code);
    const pool = requisitesOfSystem.map(({ pooled }) => ({ ...pooled, openOrders: pooled.openOrders.filter(({ until }) => until > now) }));
    return [{ system, pool, orderIds: requisitesOfSystem.flatMap(({ orders }) => orders) }];
  });
}

const closedOf = (pools: readonly Pool[], now: Instant): ClosedSystem[] =>
  pools.flatMap(({ system, pool, orderIds }) => {
    const closing = poolOutage(pool, { min: system.minAmount, step: stepOf(system), now });
    return closing === null ? [] : [{ ...closing, code: system.code, orderIds }];
  });

type Ranges = ReadonlyMap<string, AmountRange>;

/** Amount ranges narrowed by pools. Unchanged ranges keep their identity, and so does the map when none changed. */
function rangesOf(pools: readonly Pool[], now: Instant, before: Ranges): Ranges {
  const ranges = new Map<string, AmountRange>();
  for (const { system, pool } of pools) {
    const { code, minAmount, maxAmount } = system;
    const range = acceptedRange(pool, { min: minAmount, max: maxAmount, step: stepOf(system), now });
    if (range === null || (range.min <= minAmount && range.max >= maxAmount)) continue;
    const previous = before.get(code);
    ranges.set(code, previous?.min === range.min && previous.max === range.max ? previous : range);
  }
  const isSameMap = ranges.size === before.size && [...ranges].every(([code, range]) => before.get(code) === range);
  return isSameMap ? before : ranges;
}

const isSame = (a: readonly ClosedSystem[], b: readonly ClosedSystem[]): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Closes payment systems with an empty pool for income, in every process (R73), until a requisite is free. A partly free pool narrows the
 * limits. Reloaded on notices and periodically.
 */
export function loadClosedSystems(deps: ClosedDeps): ClosedSystems {
  let requisites: readonly Requisite[] = [];
  let cached:
    | { readonly at: Instant; readonly closed: readonly ClosedSystem[]; readonly off: readonly Switch[]; readonly ranges: Ranges }
    | undefined;
  const refresh = async () => {
    const rows = await listPool(deps.db, { code: undefined, isRetired: false }, deps.clock.now());
    requisites = rows.map((row) => ({ code: row.payment_system_code, pooled: pooledOf(row), orders: row.held_orders }));
    if (cached !== undefined) cached = { ...cached, at: 0 };
  };
  const current = () => {
    const now = deps.clock.now();
    if (cached !== undefined && now >= cached.at && now < cached.at + CACHE_MS) return cached;
    const pools = poolsOf(deps.catalogue.paymentSystems(), requisites, now);
    const closed = closedOf(pools, now);
    const ranges = rangesOf(pools, now, cached?.ranges ?? new Map());
    cached =
      cached !== undefined && isSame(cached.closed, closed)
        ? { ...cached, at: now, ranges }
        : { at: now, closed, off: closed.map(switchOf), ranges };
    return cached;
  };
  return {
    off: () => current().off,
    ranges: () => current().ranges,
    closed: () => current().closed,
    refresh,
    ...keepFresh(deps, POOL_CHANNEL, refresh),
  };
}
