import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { MAX_REVIEW_CHARS, MAX_REVIEW_NAME_CHARS, REVIEW_DECLINE_REASONS, REVIEW_STATES } from '#core/customer/review.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

/** What the shop has answered, as everybody reads it. */
const Answer = z.nullable(z.object({ text: z.string(), at: z.string() }));

/** A published review (ours): plain text, with nobody's cards, telephones and addresses in it. */
export const ReviewAttributes = z.object({
  rating: z.number(),
  text: z.string(),
  /** As its author wants to be called; null: a customer. */
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
/** Of exchanges of one direction, or of one side of it; without them: of all. */
const directionQuery = { payment_system_from_id: code, payment_system_to_id: code };

export const listReviews = endpoint({
  name: 'listReviews',
  summary:
    'What customers say of exchanges that were completed, the newest first, all or those of so many stars, of all directions or one (ours)',
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

/** Counted from the published reviews of completed orders, each time: nothing keeps it and nothing sets it. */
export const ReviewSummaryAttributes = z.object({
  count: z.number(),
  /** Decimal text with one digit, never rounded up; null: nobody has said anything. */
  average: z.nullable(z.string()),
  /** How many gave five stars, four, and so on. */
  by_rating: z.array(z.object({ rating: z.number(), count: z.number() })),
  /** How many are not shown, and why. */
  declined: z.array(z.object({ reason: z.enum(REVIEW_DECLINE_REASONS), count: z.number() })),
});
export type ReviewSummaryAttributes = z.output<typeof ReviewSummaryAttributes>;

export const getReviewSummary = endpoint({
  name: 'getReviewSummary',
  summary: 'How many have rated the shop or a direction, their average, and how many reviews are not shown for which reasons (ours)',
  method: 'GET',
  path: '/api/v1/review_summary',
  action: 'browse',
  query: z.object(directionQuery),
  reply: { kind: 'resource', type: 'review_summaries', attributes: ReviewSummaryAttributes, status: 200 },
  refusals: [],
});

/** The one review of an order as its author reads it; `state` null: there is none yet. */
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

const params = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });
/** The key of the invitation e-mail, for visitors without the order's key. */
const key = z.optional(z.string().check(z.maxLength(200)));
const review = { kind: 'resource', type: 'order_reviews', attributes: OrderReviewAttributes, status: 200 } as const;

export const getOrderReview = endpoint({
  name: 'getOrderReview',
  summary: 'The review of a completed order, for whoever holds the order or the letter that invited to it (ours)',
  method: 'GET',
  path: '/api/v1/orders/{id}/review',
  action: 'exchange',
  params,
  query: z.object({ key }),
  reply: review,
  refusals: ['not_found', 'order_state_conflict'],
});

export const saveOrderReview = endpoint({
  name: 'saveOrderReview',
  summary: 'Writes the one review of a completed order, or writes it anew: words are read by a person before they are shown (ours)',
  method: 'PUT',
  path: '/api/v1/orders/{id}/review',
  action: 'exchange',
  params,
  body: z.object({
    rating: z.optional(z.nullable(rating)),
    text: z._default(z.string().check(z.maxLength(MAX_REVIEW_CHARS)), ''),
    name: z.optional(z.nullable(z.string().check(z.maxLength(MAX_REVIEW_NAME_CHARS)))),
    /** The one that was read; 0: there was none. */
    version: z.int().check(z.gte(0), z.lte(1_000_000)),
    key,
  }),
  reply: review,
  refusals: ['not_found', 'order_state_conflict', 'required', 'too_long', 'edit_conflict'],
});

export const withdrawOrderReview = endpoint({
  name: 'withdrawOrderReview',
  summary: 'Takes a review back: its words are destroyed and its stars count no longer; done twice it changes nothing (ours)',
  method: 'DELETE',
  path: '/api/v1/orders/{id}/review',
  action: 'exchange',
  params,
  query: z.object({ key }),
  reply: review,
  refusals: ['not_found', 'order_state_conflict'],
});
