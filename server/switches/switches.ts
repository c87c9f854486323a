import type { AmountRange } from '#core/payment-system/payment-system.ts';
import { type Switch, inForce, nextChange } from '#core/switches.ts';
import type { Instant } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh } from '#server/platform/keep-fresh.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { readStanding } from './store.ts';

/** Tells every process and the office that something was switched off or on. */
export const SWITCHES_CHANNEL = 'switches_changed';

/** What is off, in the memory of every process. */
export interface Switches {
  /** What is off at this moment; the same array for as long as nothing has begun or ended. */
  off(): readonly Switch[];
  /** What payment systems can be given now where their pools narrow it, by code; the same map for as long as nothing changes. Absent: nothing does. */
  readonly ranges?: () => ReadonlyMap<string, AmountRange>;
}

export interface LoadedSwitches extends Switches {
  /** What is off or will be. */
  standing(): readonly Switch[];
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

interface Kept {
  readonly off: readonly Switch[];
  /** For which moments it is true. */
  readonly since: Instant;
  readonly before: Instant;
}

/** Read again on every notice, after a lost connection and every few seconds (domain 11: everywhere within a second); ends by itself when its time comes. */
export function loadSwitches(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Live;
  readonly log: Pick<Log, 'warn'>;
}): LoadedSwitches {
  let standing: readonly Switch[] = [];
  let kept: Kept | undefined;
  const refresh = async () => {
    const read = await readStanding(deps.db, deps.clock.now());
    // What was made of the same switches stands
    if (JSON.stringify(read) === JSON.stringify(standing)) return;
    standing = read;
    kept = undefined;
  };
  return {
    off() {
      const now = deps.clock.now();
      if (kept !== undefined && kept.since <= now && now < kept.before) return kept.off;
      kept = { off: inForce(standing, now), since: now, before: nextChange(standing, now) ?? Number.POSITIVE_INFINITY };
      return kept.off;
    },
    standing: () => standing,
    refresh,
    ...keepFresh(deps, SWITCHES_CHANNEL, refresh),
  };
}
