import { DELIVERY_RETENTION_MS } from '#core/webhooks/delivery.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createIncidentTracker } from '#server/incidents/incident-tracker.ts';
import { createCourier } from './courier.ts';
import { purgeEvents } from './event-store.ts';
import { failOverdue } from './queue-store.ts';
import { createMissedEvents } from './create-missed-events.ts';
import { watchWebhooks } from './watch-webhooks.ts';

const SEND_INTERVAL_MS = 250;

/** Sends due events, marks overdue ones as failed, deletes old ones. */
export function webhookJobs(deps: Deps): void {
  const courier = createCourier(deps);
  deps.queue.every('send-webhooks', SEND_INTERVAL_MS, courier.pass);
  deps.queue.every('tell-missed-webhooks', 10 * SECOND_MS, () => createMissedEvents(deps));
  deps.queue.every('fail-webhooks', MINUTE_MS, async () => void (await failOverdue(deps.db, deps.clock.now())));
  const tracker = createIncidentTracker(deps);
  deps.queue.every('watch-webhooks', MINUTE_MS, () => watchWebhooks(deps, tracker));
  deps.queue.every('purge-webhooks', HOUR_MS, async () => void (await purgeEvents(deps.db, deps.clock.now() - DELIVERY_RETENTION_MS)));
}
