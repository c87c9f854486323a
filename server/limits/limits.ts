import { DEFAULT_PAYOUT_LIMITS, type PayoutLimits } from '#core/payout/payout-limits.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh, type Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { readLimits } from './stored-limits.ts';

/** Notified when the limits change. */
export const LIMITS_CHANNEL = 'limits_changed';

/** The limits above which payouts need approval, in the memory of every process. */
export interface CurrentLimits {
  current(): PayoutLimits;
}

export interface HasLimits {
  /** Limits of automatic payouts, from memory. */
  readonly limits: CurrentLimits;
}

export interface LoadedLimits extends CurrentLimits {
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

export function loadLimits(deps: { readonly db: Db; readonly live: Live; readonly log: Pick<Log, 'warn'> }): LoadedLimits {
  let current: PayoutLimits = DEFAULT_PAYOUT_LIMITS;
  const refresh = async () => {
    current = (await readLimits(deps.db))?.value ?? DEFAULT_PAYOUT_LIMITS;
  };
  return { current: () => current, refresh, ...keepFresh(deps, LIMITS_CHANNEL, refresh) };
}
