import { REVIEWS_CHANNEL } from './queries.ts';
import {
  getOrderReview,
  getReviewSummary,
  listReviews,
  type OrderReviewAttributes,
  type ReviewAttributes,
  saveOrderReview,
  withdrawOrderReview,
} from '#contract/public/reviews.ts';
import type { Order } from '#core/order/order.ts';
import { maskPersonal, RATINGS } from '#core/customer/review.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type CallWithOrderKeys, callerOf } from '#server/orders/access.ts';
import { lockOrder } from '#server/orders/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import * as store from './store.ts';
import { type Author, findReviewableOrder } from './review-access.ts';
import { writeReview } from './write-review.ts';

const PAGE_SIZE = 10;

interface DirectionQuery {
  readonly payment_system_from_id?: string | undefined;
  readonly payment_system_to_id?: string | undefined;
}

const directionOf = ({ payment_system_from_id: from, payment_system_to_id: to }: DirectionQuery) => ({
  from: from?.toUpperCase(),
  to: to?.toUpperCase(),
});

const answerOf = ({ answer, answered_at: at }: store.ReviewRow) =>
  answer === null || at === null ? null : { text: answer, at: at.toISOString() };

const presentPublic = (row: store.PublicRow): ReviewAttributes => ({
  rating: row.rating,
  text: maskPersonal(row.body),
  name: row.name && maskPersonal(row.name),
  locale: row.locale,
  payment_system_from_id: row.income_code,
  payment_system_to_id: row.outcome_code,
  written_at: row.written_at.toISOString(),
  answer: answerOf(row),
});

/** The review as its author wrote it. */
async function presentOwn(db: Queryable, order: Order) {
  const row = await store.findByOrder(db, order.id);
  const attributes: OrderReviewAttributes = {
    state: row?.state ?? null,
    version: row?.version ?? 0,
    rating: row?.rating ?? null,
    text: row?.body ?? '',
    name: row?.name ?? null,
    decline_reason: row?.decline_reason ?? null,
    decline_text: row?.decline_text ?? null,
    answer: row?.state === 'published' ? answerOf(row) : null,
    payment_system_from_id: order.incomeCode,
    payment_system_to_id: order.outcomeCode,
    completed_at: toRfc3339(order.statusChangedAt),
  };
  return accept({ data: { type: 'order_reviews' as const, id: order.id, attributes } });
}

const authorOf = (call: CallWithOrderKeys, key: string | undefined): Author => ({ ...callerOf(call), key });

const authorRoutes = (deps: Pick<Deps, 'db' | 'secrets' | 'random' | 'clock' | 'live'>): Route[] => [
  route(getOrderReview, async (call) => {
    const order = await findReviewableOrder(deps, deps.db, call.params.id, authorOf(call, call.query.key));
    return order.ok ? await presentOwn(deps.db, order.value) : order;
  }),
  route(saveOrderReview, async (call) => {
    const { params, body, locale, tx } = call;
    const { rating = null, text, name, version, key } = body;
    const author = authorOf(call, key);
    const written = await writeReview(deps, tx, { orderId: params.id, author, rating, text, name: name ?? '', version, locale });
    if (!written.ok) return written;
    const order = await findReviewableOrder(deps, tx, params.id, author);
    return order.ok ? await presentOwn(tx, order.value) : order;
  }),
  route(withdrawOrderReview, async (call) => {
    const order = await findReviewableOrder(deps, call.tx, call.params.id, authorOf(call, call.query.key));
    if (!order.ok) return order;
    await lockOrder(call.tx, order.value.id);
    await store.withdraw(call.tx, order.value.id, deps.clock.now());
    deps.live.hint(call.tx, REVIEWS_CHANNEL, order.value.id);
    return await presentOwn(call.tx, order.value);
  }),
];

/** The customers' calls about reviews (decision 0065). */
export const reviewRoutes = (deps: Pick<Deps, 'db' | 'secrets' | 'random' | 'clock' | 'live'>): Route[] => [
  route(listReviews, async (call) => {
    const filter = { rating: call.query.rating === undefined ? undefined : Number(call.query.rating), ...directionOf(call.query) };
    const page = readPageRequest(call, PAGE_SIZE);
    const [{ rows, ends }, total] = await Promise.all([
      store.listPublished(deps.db, filter, page),
      store.countPublished(deps.db, filter, page.maxCounted),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'reviews', id: row.id, attributes: presentPublic(row) })),
      page: pageInfo(page, total, ends),
    });
  }),
  route(getReviewSummary, async ({ query }) => {
    const { count, average, by_rating: counts, declined } = await store.readSummary(deps.db, directionOf(query));
    const attributes = { count, average, by_rating: RATINGS.map((rating) => ({ rating, count: counts[rating - 1] ?? 0 })), declined };
    return accept({ data: { type: 'review_summaries', id: 'current', attributes } });
  }),
  ...authorRoutes(deps),
];
