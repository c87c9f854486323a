import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createIncidentTracker } from '#server/incidents/incident-tracker.ts';
import { countFigureDays } from './count-days.job.ts';
import { watchReserves } from './reserve-days.ts';

export function figureJobs(deps: Deps): void {
  const tracker = createIncidentTracker(deps);
  deps.queue.every('count-figure-days', 5 * MINUTE_MS, () => countFigureDays(deps));
  deps.queue.every('watch-reserves', MINUTE_MS, () => watchReserves(deps, tracker));
}
