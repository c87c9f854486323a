import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';

/** No upload is on its way for longer: a day is looked at when it has been over for this long. */
const SETTLED_MS = HOUR_MS;
/** How many past days are looked at: jobs may have stood still over a long weekend. */
const DAYS = 7;

/** Where uploads of one kind lie, and which of them a row names. */
export interface Uploads {
  readonly folder: (at: Instant) => string;
  readonly named: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Removes files that no row names, day by day: their transaction was refused or never ended. Doing it twice changes nothing. */
export async function sweepUnnamed({ clock, files }: Pick<Deps, 'clock' | 'files'>, { folder, named }: Uploads): Promise<void> {
  const lastSettled = clock.now() - SETTLED_MS - DAY_MS;
  for (let day = 0; day < DAYS; day += 1) {
    const keys = await files.list(folder(lastSettled - day * DAY_MS));
    const known = await named(keys);
    for (const key of keys) if (!known.has(key)) await files.remove(key);
  }
}
