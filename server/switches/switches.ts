import type { AmountRange } from '#core/payment-system/payment-system.ts';
import { inForce, nextChange, shopBreak, type Switch, switchPausingPayouts } from '#core/staff/switches.ts';
import type { Instant } from '#core/time.ts';
import type { IsPaused } from '#server/adapters/rails/port.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Queryable } from '#server/platform/db/db.ts';
import { keepFresh, type Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { readOpenSwitches, shareSwitches } from './store.ts';

/** Notifies all processes and the office of a changed switch. */
export const SWITCHES_CHANNEL = 'switches_changed';

/** The active switches, in the memory of every process. */
export interface Switches {
  /** Switches active now; the same array until one starts or ends. */
  off(): readonly Switch[];
  /** Amount ranges narrowed by requisite pools, by payment system code; the same map until it changes. Absent: no pools. */
  readonly ranges?: () => ReadonlyMap<string, AmountRange>;
}

export interface HasSwitches {
  /** Switches in force, from memory; the catalogue already applies them. */
  readonly switches: Switches;
}

export interface LoadedSwitches extends Switches {
  /** Active and scheduled switches. */
  all(): readonly Switch[];
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

interface ActiveSwitches {
  readonly off: readonly Switch[];
  /** Start of the time in which `off` is valid. */
  readonly validFrom: Instant;
  readonly validUntil: Instant;
}

/**
 * Reloads on every notification, after a reconnect and every few seconds (domain 11: everywhere within a second). Switches end on
 * time without a reload.
 */
export function loadSwitches(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Live;
  readonly log: Pick<Log, 'warn'>;
}): LoadedSwitches {
  let loaded: readonly Switch[] = [];
  let cached: ActiveSwitches | undefined;
  const refresh = async () => {
    const rows = await readOpenSwitches(deps.db, deps.clock.now());
    // Unchanged arrays are kept, because callers cache by identity
    if (JSON.stringify(rows) === JSON.stringify(loaded)) return;
    loaded = rows;
    cached = undefined;
  };
  return {
    off() {
      const now = deps.clock.now();
      if (cached !== undefined && cached.validFrom <= now && now < cached.validUntil) return cached.off;
      cached = { off: inForce(loaded, now), validFrom: now, validUntil: nextChange(loaded, now) ?? Number.POSITIVE_INFINITY };
      return cached.off;
    },
    all: () => loaded,
    refresh,
    ...keepFresh(deps, SWITCHES_CHANNEL, refresh),
  };
}

/**
 * The switch that pauses payouts of this system and rail (domain 5); null if there is none. Read from the database, so that a missed
 * notification does not matter.
 */
export const payoutPause = async (
  db: Queryable,
  payout: { readonly code: string; readonly rail: string; readonly now: Instant },
): Promise<Switch | null> => switchPausingPayouts(inForce(await readOpenSwitches(db, payout.now), payout.now), payout);

/** The same check for rails, which start waiting payouts on their own. */
export const createPauseCheck =
  ({ db, clock }: { readonly db: Queryable; readonly clock: Clock }): IsPaused =>
  async (payout, tx) => {
    if (tx) await shareSwitches(tx);
    return (await payoutPause(tx ?? db, { ...payout, now: clock.now() })) !== null;
  };

/** Whether the shop takes new orders, read from the database. */
export const takesOrders = async (db: Queryable, now: Instant): Promise<boolean> =>
  shopBreak(inForce(await readOpenSwitches(db, now), now)) === null;
