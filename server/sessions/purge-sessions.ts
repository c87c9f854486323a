import type { Deps } from '#server/deps.ts';
import { deleteExpiredSessions } from './store.ts';

/** Forgets sessions whose time is over; meant to run every few minutes. */
export async function purgeSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteExpiredSessions(db, clock.now());
}
