import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';

/** An upload takes at most this long: a day is swept this long after its end. */
const UPLOAD_GRACE_MS = HOUR_MS;
/** Past days swept each time, in case jobs did not run over a long weekend. */
const DAYS_CHECKED = 7;

/** Daily folders of uploads of one kind, and a lookup of the files that rows reference. */
export interface Uploads {
  readonly folder: (at: Instant) => string;
  readonly findReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Deletes files that no row references, whose transaction was refused or never finished. Safe to repeat. */
export async function sweepUnreferenced(
  { clock, files }: Pick<Deps, 'clock' | 'files'>,
  { folder, findReferenced: named }: Uploads,
): Promise<void> {
  const lastSettled = clock.now() - UPLOAD_GRACE_MS - DAY_MS;
  for (let day = 0; day < DAYS_CHECKED; day += 1) {
    const keys = await files.list(folder(lastSettled - day * DAY_MS));
    const referenced = await named(keys);
    for (const key of keys) if (!referenced.has(key)) await files.remove(key);
  }
}
