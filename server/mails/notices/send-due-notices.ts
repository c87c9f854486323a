import { MINUTE_MS } from '#core/time.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { claimNotices, type WaitingNotice } from './store.ts';
import { type NoticeDeps, sendToPlace } from './send-to-place.ts';

const MAX_PER_PASS = 100;
/** Longer than all calls for one channel may take. */
const CLAIM_MS = 2 * MINUTE_MS;

function byPlace(all: readonly WaitingNotice[]): readonly [WaitingNotice, ...WaitingNotice[]][] {
  const places = new Map<string, [WaitingNotice, ...WaitingNotice[]]>();
  for (const notice of all) {
    const key = `${notice.channel} ${notice.place_id}`;
    const group = places.get(key);
    if (group === undefined) places.set(key, [notice]);
    else group.push(notice);
  }
  return [...places.values()];
}

/** Sends due notices; several processes may run it, each notice is claimed by one. */
export async function sendDueNotices(deps: NoticeDeps): Promise<void> {
  const now = deps.clock.now();
  const claimed = await claimNotices(deps.db, { now, until: now + CLAIM_MS, limit: MAX_PER_PASS });
  await Promise.all(
    byPlace(claimed).map(async (waiting) => {
      try {
        await sendToPlace(deps, waiting);
      } catch (error) {
        // The claim expires; the notice is tried again
        logFailure(deps.log, { error, channel: waiting[0].channel }, 'notice_failed');
      }
    }),
  );
}
