import { DELIVERIES_KEPT_MS } from '#core/webhooks/delivery.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { keepIncidents } from '#server/incidents/keep-incidents.ts';
import { createCourier } from './courier.ts';
import { purgeEvents } from './event-store.ts';
import { failOverdue } from './line-store.ts';
import { tellMissed } from './tell-missed.ts';
import { watchWebhooks } from './watch-webhooks.ts';

const LOOK_EVERY_MS = 250;

/** Events go out as they are due; what could not be sent in its day has failed; old ones are forgotten. */
export function webhookJobs(deps: Deps): void {
  const courier = createCourier(deps);
  deps.queue.every('send-webhooks', LOOK_EVERY_MS, courier.pass);
  deps.queue.every('tell-missed-webhooks', 10 * SECOND_MS, () => tellMissed(deps));
  deps.queue.every('fail-webhooks', MINUTE_MS, async () => void (await failOverdue(deps.db, deps.clock.now())));
  const keeper = keepIncidents(deps);
  deps.queue.every('watch-webhooks', MINUTE_MS, () => watchWebhooks(deps, keeper));
  deps.queue.every('purge-webhooks', HOUR_MS, async () => void (await purgeEvents(deps.db, deps.clock.now() - DELIVERIES_KEPT_MS)));
}
