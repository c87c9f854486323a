import { STALE_AFTER_MS, ENDED_KEPT_MS, TOLD_FOR_MS, whoIsTold } from '#core/reserve-request.ts';
import { breakOf } from '#core/switches.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import * as store from './store.ts';

/** Name of the kind; news is noted under it. */
export const RESERVE_LETTER = 'reserve_request';

type TellDeps = Pick<Deps, 'db' | 'catalogue' | 'switches' | 'clock' | 'log'>;

/** Whether what a letter leads to can be done now: the shop takes orders, the system pays out, and something can be given for it. */
function isOffered({ catalogue, switches }: TellDeps, code: string): boolean {
  if (breakOf(switches.off()) !== null || catalogue.paymentSystem(code)?.outcomeEnabled !== true) return false;
  return catalogue
    .directions()
    .some(({ enabled, incomeCode, outcomeCode }) => enabled && outcomeCode === code && catalogue.paymentSystem(incomeCode)?.incomeEnabled);
}

async function tellOf(deps: TellDeps, code: string): Promise<number> {
  return await deps.db.tx(async (tx) => {
    await store.lockWanted(tx, code);
    const now = deps.clock.now();
    const waiting = await store.findWaiting(tx, code);
    const told = await store.sumTold(tx, code, now - TOLD_FOR_MS);
    const ids = whoIsTold(waiting, { reserve: deps.catalogue.reserve(code), told, now });
    if (ids.length === 0) return 0;
    const rows = await store.markTold(tx, ids, now);
    for (const row of rows) {
      const news = { kind: RESERVE_LETTER, subject: row.id, recipient: row.email, version: 1, topic: 'notified', isPaid: false };
      await noteNews(tx, { ...news, changedAt: now, dueAt: now });
    }
    return rows.length;
  });
}

/** Tells whoever waits for what there is enough of now, once; several processes may do so. Gives how many it told. */
export async function tellWaiting(deps: TellDeps): Promise<number> {
  let told = 0;
  const wanted = (await store.findWanted(deps.db)).filter((code) => isOffered(deps, code) && deps.catalogue.reserve(code) > 0n);
  await eachAlone(deps.log, wanted, async (code) => {
    told += await tellOf(deps, code);
  });
  return told;
}

/** Ends what nobody has spoken of for long, and forgets what ended long ago. */
export async function ageRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await store.endStale(db, now - STALE_AFTER_MS, now);
  await store.sweepEnded(db, now - ENDED_KEPT_MS);
}
