import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { IncidentTracker } from '#server/incidents/incident-tracker.ts';
import { countUnreached } from './office-store.ts';

/** A single alarm for all endpoints. */
const SUBJECT = 'webhooks';
const LOOK_BACK_MS = 15 * MINUTE_MS;
/** Fewer endpoints say nothing about our own network. */
const MIN_ENDPOINTS = 3;
const UNREACHED_SHARE = 0.8;

/** Raises an incident when nearly no endpoint can be reached: then our own network is at fault. */
export async function watchWebhooks({ db, clock }: Pick<Deps, 'db' | 'clock'>, tracker: Pick<IncidentTracker, 'reconcile'>): Promise<void> {
  const { tried: attempted, lost } = await countUnreached(db, clock.now() - LOOK_BACK_MS);
  const isOwnFault = attempted >= MIN_ENDPOINTS && lost >= attempted * UNREACHED_SHARE;
  await tracker.reconcile('webhooks_unreached', isOwnFault ? { [SUBJECT]: { addresses: String(attempted), unreached: String(lost) } } : {});
}
