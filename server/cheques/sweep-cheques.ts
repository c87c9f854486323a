import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { chequeFolder, chequeIdOf } from './cheque-files.ts';
import { findKnown } from './store.ts';

/** No upload is on its way for longer: a day is looked at when it has been over for this long. */
const SETTLED_MS = HOUR_MS;
/** How many past days are looked at: jobs may have stood still over a long weekend. */
const DAYS = 7;

/** Removes files that no row names, day by day: their transaction was refused or never ended. Doing it twice changes nothing. */
export async function sweepCheques({ db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>): Promise<void> {
  const lastSettled = clock.now() - SETTLED_MS - DAY_MS;
  for (let day = 0; day < DAYS; day += 1) {
    const keys = await files.list(chequeFolder(lastSettled - day * DAY_MS));
    const known = await findKnown(
      db,
      keys.flatMap((key) => chequeIdOf(key) ?? []),
    );
    for (const key of keys) if (!known.has(chequeIdOf(key) ?? '')) await files.remove(key);
  }
}
