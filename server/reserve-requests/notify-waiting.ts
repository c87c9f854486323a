import { STALE_AFTER_MS, ENDED_RETENTION_MS, NOTIFIED_PRIORITY_MS, requestsToNotify } from '#core/customer/reserve-request.ts';
import { shopBreak } from '#core/staff/switches.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import * as store from './store.ts';

/** The kind under which reserve mails are queued. */
export const RESERVE_EMAIL = 'reserve_request';

type NotifyDeps = Pick<Deps, 'db' | 'catalogue' | 'switches' | 'clock' | 'log'>;

/** Whether customers can order the system now: the shop is open, the system pays out and some direction to it is open. */
function isOffered({ catalogue, switches }: NotifyDeps, code: string): boolean {
  if (shopBreak(switches.off()) !== null || catalogue.paymentSystem(code)?.outcomeEnabled !== true) return false;
  return catalogue
    .directions()
    .some(({ enabled, incomeCode, outcomeCode }) => enabled && outcomeCode === code && catalogue.paymentSystem(incomeCode)?.incomeEnabled);
}

async function notifySystem(deps: NotifyDeps, code: string): Promise<number> {
  return await deps.db.tx(async (tx) => {
    await store.lockSystem(tx, code);
    const now = deps.clock.now();
    const waiting = await store.findWaiting(tx, code);
    const notifiedAmount = await store.sumNotified(tx, code, now - NOTIFIED_PRIORITY_MS);
    const ids = requestsToNotify(waiting, { reserve: deps.catalogue.reserve(code), notifiedAmount, now });
    if (ids.length === 0) return 0;
    const rows = await store.markNotified(tx, ids, now);
    for (const row of rows) {
      const news = { kind: RESERVE_EMAIL, subject: row.id, recipient: row.email, version: 1, topic: 'notified', isPaid: false };
      await queueNews(tx, { ...news, changedAt: now, dueAt: now });
    }
    return rows.length;
  });
}

/**
 * Notifies the requests that reserves can fulfil now, each once. Several processes may run it. Returns the number of notified requests.
 */
export async function notifyWaiting(deps: NotifyDeps): Promise<number> {
  let notifiedCount = 0;
  const codes = (await store.findRequestedSystems(deps.db)).filter((code) => isOffered(deps, code) && deps.catalogue.reserve(code) > 0n);
  await forEachIsolated(deps.log, codes, async (code) => {
    notifiedCount += await notifySystem(deps, code);
  });
  return notifiedCount;
}

/** Closes requests that were not renewed for long, and deletes old ended ones. */
export async function expireRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await store.closeStale(db, now - STALE_AFTER_MS, now);
  await store.deleteEnded(db, now - ENDED_RETENTION_MS);
}
