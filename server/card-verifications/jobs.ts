import { VERIFYING_MINUTES, verifyingFrom } from '#core/card-verification.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { sweepUnnamed } from '#server/cheques/sweep-unnamed.ts';
import type { Deps, MoveDeps } from '#server/deps.ts';
import { type IncidentKeeper, keepIncidents } from '#server/incidents/keep-incidents.ts';
import { lockById } from '#server/orders/find-order.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { erasePictures } from './erase-pictures.ts';
import { findEndingOrders, findLate } from './office-store.ts';
import { findNamedPictures, pictureFolder } from './pictures.ts';
import { keepWaiting } from './verifying-order.ts';

/** Before an order's time ends by so much, it is given more while its card waits for us. */
const AHEAD_MS = 3 * MINUTE_MS;
/** One queue, one alarm. */
const SUBJECT = 'cards';

/** Orders do not end because nobody has looked at their card yet, as long as people look at all and an hour is not over. */
export async function keepOrdersWaiting(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const now = deps.clock.now();
  if (verifyingFrom(now) !== null) return;
  await eachAlone(deps.log, await findEndingOrders(deps.db, now + AHEAD_MS), async (id) => {
    await deps.db.tx(async (tx) => {
      const order = await lockById(tx, id);
      if (order?.status === 'awaiting_verification') await keepWaiting(deps, tx, order, { by: 'system', actorId: null });
    });
  });
}

/** Calls verifiers when a card has waited longer than is promised, while people look (spec 9). */
export async function watchCards({ db, clock }: Pick<Deps, 'db' | 'clock'>, keeper: IncidentKeeper): Promise<void> {
  const now = clock.now();
  const patience = VERIFYING_MINUTES.most * MINUTE_MS;
  // In the first minutes of the day nobody can have looked at the night's cards yet
  const isOpen = verifyingFrom(now) === null && verifyingFrom(now - patience) === null;
  const late = isOpen ? await findLate(db, now - patience) : { count: 0, oldest: null };
  if (late.oldest === null) return await keeper.keep('card_check_late', {});
  const minutes = Math.floor((now - late.oldest.getTime()) / MINUTE_MS);
  await keeper.keep('card_check_late', { [SUBJECT]: { cards: String(late.count), waiting_minutes: String(minutes) } });
}

export function cardVerificationJobs(deps: Deps): void {
  const keeper = keepIncidents(deps);
  deps.queue.every('watch-cards', MINUTE_MS, async () => {
    await keepOrdersWaiting(deps);
    await watchCards(deps, keeper);
  });
  deps.queue.every('erase-card-pictures', HOUR_MS, async () => await erasePictures(deps));
  const named = async (keys: readonly string[]) => await findNamedPictures(deps.db, keys);
  deps.queue.every('sweep-card-pictures', 6 * HOUR_MS, async () => await sweepUnnamed(deps, { folder: pictureFolder, named }));
}
