import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { MAX_REVIEW_CHARS, MAX_REVIEW_NAME_CHARS, REVIEW_DECLINE_REASONS, REVIEW_STATES } from '#core/customer/review.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

/** Public reply of the shop. */
const Answer = z.nullable(z.object({ text: z.string(), at: z.string() }));

/** A published review: plain text with cards, telephones and addresses masked. */
export const ReviewAttributes = z.object({
  rating: z.number(),
  text: z.string(),
  /** Author's display name; null: anonymous. */
  name: z.nullable(z.string()),
  locale: z.enum(LOCALES),
  payment_system_from_id: z.string(),
  payment_system_to_id: z.string(),
  written_at: z.string(),
  answer: Answer,
});
export type ReviewAttributes = z.output<typeof ReviewAttributes>;

const rating = z.int().check(z.gte(1), z.lte(5));

const code = z.optional(z.string().check(z.minLength(1), z.maxLength(40)));
/** Filters by direction or one of its sides; default: all. */
const directionQuery = { payment_system_from_id: code, payment_system_to_id: code };

export const listReviews = endpoint({
  name: 'listReviews',
  summary: 'Lists published reviews of completed exchanges, newest first, filtered by rating and direction',
  method: 'GET',
  path: '/api/v1/reviews',
  action: 'browse',
  query: z.object({
    rating: z.optional(z.string().check(z.regex(/^[1-5]$/))),
    ...directionQuery,
    ...pagingQuery,
    sort: sortQuery('written_at', 'rating'),
  }),
  reply: { kind: 'collection', type: 'reviews', attributes: ReviewAttributes, paged: true },
  refusals: [],
});

/** Aggregates of the published reviews, calculated on each call. */
export const ReviewSummaryAttributes = z.object({
  count: z.number(),
  /** Decimal text with one digit, never rounded up; null: no ratings. */
  average: z.nullable(z.string()),
  /** Count per rating. */
  by_rating: z.array(z.object({ rating: z.number(), count: z.number() })),
  /** Hidden reviews by reason. */
  declined: z.array(z.object({ reason: z.enum(REVIEW_DECLINE_REASONS), count: z.number() })),
});
export type ReviewSummaryAttributes = z.output<typeof ReviewSummaryAttributes>;

export const getReviewSummary = endpoint({
  name: 'getReviewSummary',
  summary: 'Returns the number of ratings of the shop or a direction, their average, and hidden reviews by reason',
  method: 'GET',
  path: '/api/v1/review_summary',
  action: 'browse',
  query: z.object(directionQuery),
  reply: { kind: 'resource', type: 'review_summaries', attributes: ReviewSummaryAttributes, status: 200 },
  refusals: [],
});

/** The review of one order, for its author; `state` null: none yet. */
export const OrderReviewAttributes = z.object({
  state: z.nullable(z.enum(REVIEW_STATES)),
  version: z.number(),
  rating: z.nullable(z.number()),
  text: z.string(),
  name: z.nullable(z.string()),
  decline_reason: z.nullable(z.enum(REVIEW_DECLINE_REASONS)),
  decline_text: z.nullable(z.string()),
  answer: Answer,
  payment_system_from_id: z.string(),
  payment_system_to_id: z.string(),
  completed_at: z.string(),
});
export type OrderReviewAttributes = z.output<typeof OrderReviewAttributes>;

/** Key from the invitation e-mail, instead of the order's key. */
const key = z.optional(z.string().check(z.maxLength(200)));
const review = { kind: 'resource', type: 'order_reviews', attributes: OrderReviewAttributes, status: 200 } as const;

export const getOrderReview = endpoint({
  name: 'getOrderReview',
  summary: "Returns the review of a completed order, with the order's key or the key from the invitation",
  method: 'GET',
  path: '/api/v1/orders/{id}/review',
  action: 'exchange',
  params: idParams,
  query: z.object({ key }),
  reply: review,
  refusals: ['not_found', 'order_state_conflict'],
});

export const saveOrderReview = endpoint({
  name: 'saveOrderReview',
  summary: 'Creates or replaces the review of a completed order; text is moderated before publication',
  method: 'PUT',
  path: '/api/v1/orders/{id}/review',
  action: 'exchange',
  params: idParams,
  body: z.object({
    rating: z.optional(z.nullable(rating)),
    text: z._default(z.string().check(z.maxLength(MAX_REVIEW_CHARS)), ''),
    name: z.optional(z.nullable(z.string().check(z.maxLength(MAX_REVIEW_NAME_CHARS)))),
    /** Version that the caller has read; 0: none. */
    version: z.int().check(z.gte(0), z.lte(1_000_000)),
    key,
  }),
  reply: review,
  refusals: ['not_found', 'order_state_conflict', 'required', 'too_long', 'edit_conflict'],
});

export const withdrawOrderReview = endpoint({
  name: 'withdrawOrderReview',
  summary: 'Withdraws a review: its text is erased and its rating no longer counts; repeating changes nothing',
  method: 'DELETE',
  path: '/api/v1/orders/{id}/review',
  action: 'exchange',
  params: idParams,
  query: z.object({ key }),
  reply: review,
  refusals: ['not_found', 'order_state_conflict'],
});
