import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { deleteTestMailsBefore } from './store.ts';

/** Deletes test mails after a day. */
export const textJobs = (deps: Deps): void =>
  deps.queue.every('purge-text-tries', HOUR_MS, async () => void (await deleteTestMailsBefore(deps.db, deps.clock.now() - DAY_MS)));
