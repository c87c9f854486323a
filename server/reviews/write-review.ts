import { REVIEWS_CHANNEL } from './channel.ts';
import type { Locale } from '#core/locale.ts';
import { cleanReviewName, cleanReviewText, firstState, MAX_REVIEW_CHARS, MAX_REVIEW_NAME_CHARS } from '#core/review.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { lockById } from '#server/orders/find-order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findByOrder, type ReviewRow, saveSaid } from './store.ts';
import { type Author, findReviewable } from './whose.ts';

export interface WantedReview {
  readonly orderId: string;
  readonly author: Author;
  readonly rating: number | null;
  readonly text: string;
  readonly name: string;
  readonly version: number;
  readonly locale: Locale;
}

type Refused = 'not_found' | 'order_state_conflict' | 'required' | 'too_long' | 'edit_conflict';

const isSaid = (row: ReviewRow, { rating, text, name }: { rating: number; text: string; name: string | null }): boolean =>
  row.state !== 'withdrawn' && row.rating === rating && row.body === text && row.name === name;

/**
 * The one review of a completed order, written or written anew; said twice it is said once. Words that are changed are read again before
 * they are shown.
 */
export async function writeReview(
  deps: Pick<Deps, 'secrets' | 'random' | 'clock' | 'live'>,
  tx: Tx,
  wanted: WantedReview,
): Promise<Result<null, Refused>> {
  const found = await findReviewable(deps, tx, wanted.orderId, wanted.author);
  if (!found.ok) return found;
  const { rating } = wanted;
  if (rating === null) return refuse({ code: 'required', field: 'rating', message: 'review_rating' });
  const [text, name] = [cleanReviewText(wanted.text), cleanReviewName(wanted.name)];
  if ([...text].length > MAX_REVIEW_CHARS) return refuse({ code: 'too_long', field: 'text', params: { max: MAX_REVIEW_CHARS } });
  if ([...(name ?? '')].length > MAX_REVIEW_NAME_CHARS)
    return refuse({ code: 'too_long', field: 'name', params: { max: MAX_REVIEW_NAME_CHARS } });
  // One after the other, however many at once
  await lockById(tx, wanted.orderId);
  const before = await findByOrder(tx, wanted.orderId);
  if (before !== undefined && isSaid(before, { rating, text, name })) return accept(null);
  if ((before?.version ?? 0) !== wanted.version) return refuse({ code: 'edit_conflict', message: 'review_changed' });
  const state = firstState({ text, name });
  const { orderId, locale } = wanted;
  await saveSaid(tx, { id: deps.random.uuid(), orderId, rating, text, name, locale, state, now: deps.clock.now() });
  deps.live.hint(tx, REVIEWS_CHANNEL, orderId);
  return accept(null);
}
