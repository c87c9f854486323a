import { REVIEWS_CHANNEL } from './queries.ts';
import type { Locale } from '#core/locale.ts';
import { cleanReviewName, cleanReviewText, firstState, MAX_REVIEW_CHARS, MAX_REVIEW_NAME_CHARS } from '#core/customer/review.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { lockOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findByOrder, type ReviewRow, saveReview } from './store.ts';
import { type Author, findReviewableOrder } from './review-access.ts';

export interface WriteReviewInput {
  readonly orderId: string;
  readonly author: Author;
  readonly rating: number | null;
  readonly text: string;
  readonly name: string;
  readonly version: number;
  readonly locale: Locale;
}

type WriteRefusal = 'not_found' | 'order_state_conflict' | 'required' | 'too_long' | 'edit_conflict';

const isUnchanged = (row: ReviewRow, { rating, text, name }: { rating: number; text: string; name: string | null }): boolean =>
  row.state !== 'withdrawn' && row.rating === rating && row.body === text && row.name === name;

/** Creates or rewrites the review of a completed order. A repeated call changes nothing. A changed text is moderated again. */
export async function writeReview(
  deps: Pick<Deps, 'secrets' | 'random' | 'clock' | 'live'>,
  tx: Tx,
  input: WriteReviewInput,
): Promise<Result<null, WriteRefusal>> {
  const order = await findReviewableOrder(deps, tx, input.orderId, input.author);
  if (!order.ok) return order;
  const { rating } = input;
  if (rating === null) return refuse({ code: 'required', field: 'rating', message: 'review_rating' });
  const [text, name] = [cleanReviewText(input.text), cleanReviewName(input.name)];
  if ([...text].length > MAX_REVIEW_CHARS) return refuse({ code: 'too_long', field: 'text', params: { max: MAX_REVIEW_CHARS } });
  if ([...(name ?? '')].length > MAX_REVIEW_NAME_CHARS)
    return refuse({ code: 'too_long', field: 'name', params: { max: MAX_REVIEW_NAME_CHARS } });
  // Serializes concurrent writes
  await lockOrder(tx, input.orderId);
  const current = await findByOrder(tx, input.orderId);
  if (current !== undefined && isUnchanged(current, { rating, text, name })) return accept(null);
  if ((current?.version ?? 0) !== input.version) return refuse({ code: 'edit_conflict', message: 'review_changed' });
  const state = firstState({ text, name });
  const { orderId, locale } = input;
  await saveReview(tx, { id: deps.random.uuid(), orderId, rating, text, name, locale, state, now: deps.clock.now() });
  deps.live.hint(tx, REVIEWS_CHANNEL, orderId);
  return accept(null);
}
