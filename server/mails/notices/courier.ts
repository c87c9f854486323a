import { MINUTE_MS } from '#core/time.ts';
import { logThrown } from '#server/platform/db/away.ts';
import { claimNotices, type WaitingNotice } from './store.ts';
import { type NoticeDeps, tellPlace } from './tell-place.ts';

const AT_ONCE = 100;
/** Longer than the calls for one place may take. */
const CLAIM_MS = 2 * MINUTE_MS;

function byPlace(all: readonly WaitingNotice[]): readonly [WaitingNotice, ...WaitingNotice[]][] {
  const places = new Map<string, [WaitingNotice, ...WaitingNotice[]]>();
  for (const one of all) {
    const key = `${one.channel} ${one.place_id}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, [one]);
    else known.push(one);
  }
  return [...places.values()];
}

/** Tells what is due; several processes may do so, each notice is in one pair of hands. */
export async function passNotices(deps: NoticeDeps): Promise<void> {
  const now = deps.clock.now();
  const claimed = await claimNotices(deps.db, { now, until: now + CLAIM_MS, limit: AT_ONCE });
  await Promise.all(
    byPlace(claimed).map(async (waiting) => {
      try {
        await tellPlace(deps, waiting);
      } catch (error) {
        // Its claim ends by itself
        logThrown(deps.log, { error, channel: waiting[0].channel }, 'notice_failed');
      }
    }),
  );
}
