import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { DELIVERY_RETENTION_MS } from '#core/webhooks/delivery.ts';
import type { Deps } from '#server/deps.ts';
import { createIncidentTracker, type IncidentTracker } from '#server/incidents/incident-tracker.ts';
import { createCourier } from './drain-queue.ts';
import { purgeEvents, WEBHOOKS_QUEUED } from './make-event.ts';
import { countUnreached } from './office-store.ts';
import { failOverdue } from './queue-store.ts';
import { createMissedEvents } from './reactions.ts';

/** A single alarm for all endpoints. */
const SUBJECT = 'webhooks';
const LOOK_BACK_MS = 15 * MINUTE_MS;
/** With fewer endpoints, failures say nothing about our own network. */
const MIN_ENDPOINTS = 3;
const UNREACHED_SHARE = 0.8;

/** Raises an incident if nearly no endpoint can be reached, because then our own network is at fault. */
export async function watchWebhooks({ db, clock }: Pick<Deps, 'db' | 'clock'>, tracker: Pick<IncidentTracker, 'reconcile'>): Promise<void> {
  const { attempted, unreached } = await countUnreached(db, clock.now() - LOOK_BACK_MS);
  const isOwnFault = attempted >= MIN_ENDPOINTS && unreached >= attempted * UNREACHED_SHARE;
  await tracker.reconcile(
    'webhooks_unreached',
    isOwnFault ? { [SUBJECT]: { addresses: String(attempted), unreached: String(unreached) } } : {},
  );
}

/** New events wake the sender; the interval is for retries. */
const SEND_INTERVAL_MS = SECOND_MS;

/** Sends due events, marks overdue ones as failed, deletes old ones. */
export function webhookJobs(deps: Deps): void {
  const courier = createCourier(deps);
  deps.queue.every('send-webhooks', SEND_INTERVAL_MS, courier.pass, { wokenBy: WEBHOOKS_QUEUED });
  deps.queue.every('tell-missed-webhooks', 10 * SECOND_MS, () => createMissedEvents(deps));
  deps.queue.every('fail-webhooks', MINUTE_MS, async () => void (await failOverdue(deps.db, deps.clock.now())));
  const tracker = createIncidentTracker(deps);
  deps.queue.every('watch-webhooks', MINUTE_MS, () => watchWebhooks(deps, tracker));
  deps.queue.every('purge-webhooks', HOUR_MS, async () => void (await purgeEvents(deps.db, deps.clock.now() - DELIVERY_RETENTION_MS)));
}
