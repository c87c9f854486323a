import { FIRST_LIMITS, type PayoutLimits } from '#core/limits.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh } from '#server/platform/keep-fresh.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { readLimits } from './store.ts';

/** Told of by whoever changes what may leave without a person. */
export const LIMITS_CHANNEL = 'limits_changed';

/** What may leave without a person, in the memory of every process. */
export interface CurrentLimits {
  current(): PayoutLimits;
}

export interface LoadedLimits extends CurrentLimits {
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

export function loadLimits(deps: { readonly db: Db; readonly live: Live; readonly log: Pick<Log, 'warn'> }): LoadedLimits {
  let current: PayoutLimits = FIRST_LIMITS;
  const refresh = async () => {
    current = (await readLimits(deps.db))?.value ?? FIRST_LIMITS;
  };
  return { current: () => current, refresh, ...keepFresh(deps, LIMITS_CHANNEL, refresh) };
}
