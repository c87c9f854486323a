import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Module } from '#server/module.ts';
import { purgeUnused } from './handover.ts';
import { handoverRoutes } from './routes.ts';

/** Deletes codes that were not used within an hour of their expiry. */
function handoverJobs({ db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>): void {
  queue.every('purge-handovers', HOUR_MS, async () => void (await purgeUnused(db, clock.now() - HOUR_MS)));
}

export const handoversModule: Module = {
  name: 'handovers',
  tables: ['order_handovers'],
  routes: (deps, { guests, rateLimits }) => handoverRoutes({ ...deps, guests, limits: rateLimits }),
  jobs: handoverJobs,
};
