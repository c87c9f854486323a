import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { MAX_REVIEW_CHARS, REVIEW_DECISIONS, REVIEW_DECLINE_REASONS, REVIEW_STATES } from '#core/customer/review.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

/** A review for staff, with its exchange. */
export const OfficeReviewAttributes = z.object({
  rating: z.number(),
  text: z.string(),
  /** Public form, where it differs: cards, phone numbers and addresses masked. */
  shown_text: z.nullable(z.string()),
  name: z.nullable(z.string()),
  shown_name: z.nullable(z.string()),
  locale: z.enum(LOCALES),
  state: z.enum(REVIEW_STATES),
  version: z.number(),
  written_at: z.string(),
  decided_at: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decline_reason: z.nullable(z.enum(REVIEW_DECLINE_REASONS)),
  decline_text: z.nullable(z.string()),
  /** Versions of the reply, newest first; an empty one removes it. */
  answers: z.array(z.object({ text: z.string(), by: z.string(), at: z.string() })),
  order_id: z.string(),
  payment_system_from_id: z.string(),
  payment_system_to_id: z.string(),
  income_amount: z.string(),
  outcome_amount: z.string(),
  created_at: z.string(),
  completed_at: z.string(),
  /** Available decisions. */
  next: z.array(z.enum(REVIEW_DECISIONS)),
});
export type OfficeReviewAttributes = z.output<typeof OfficeReviewAttributes>;

const review = { kind: 'resource', type: 'reviews', attributes: OfficeReviewAttributes, status: 200 } as const;
/** Version that the caller has read. */
const version = z.int().check(z.gte(1), z.lte(1_000_000));

export const officeListReviews = endpoint({
  name: 'officeListReviews',
  summary: 'Lists reviews, the longest waiting first; `q`: words, a name or an order',
  method: 'GET',
  path: '/api/office/v1/reviews',
  action: 'read_reviews',
  query: z.object({
    state: z.optional(z.enum(['all', ...REVIEW_STATES])),
    rating: z.optional(z.string().check(z.regex(/^[1-5]$/))),
    q: z.optional(z.string().check(z.maxLength(254))),
    /** Only of this order. */
    order_id: z.optional(z.string().check(z.maxLength(64))),
    ...pagingQuery,
    sort: sortQuery('written_at', 'rating'),
  }),
  reply: { kind: 'collection', type: 'reviews', attributes: OfficeReviewAttributes, paged: true },
  refusals: [],
});

export const officeDecideReview = endpoint({
  name: 'officeDecideReview',
  summary: 'Publishes a review, or declines it for a listed reason, of which the author is notified. Staff cannot edit reviews',
  method: 'POST',
  path: '/api/office/v1/reviews/{id}/decide',
  action: 'moderate_reviews',
  params: idParams,
  body: z.object({
    decision: z.enum(REVIEW_DECISIONS),
    reason: z.optional(z.nullable(z.enum(REVIEW_DECLINE_REASONS))),
    /** Note to the author besides the reason. */
    text: z.optional(z.nullable(z.string().check(z.maxLength(MAX_REVIEW_CHARS)))),
    version,
  }),
  reply: review,
  refusals: ['required', 'not_found', 'edit_conflict', 'order_state_conflict'],
});

export const officeAnswerReview = endpoint({
  name: 'officeAnswerReview',
  summary: 'Replies to a review in the name of the shop; an empty text removes the reply, and every version is stored',
  method: 'POST',
  path: '/api/office/v1/reviews/{id}/answer',
  action: 'moderate_reviews',
  params: idParams,
  body: z.object({ text: z.string().check(z.maxLength(MAX_REVIEW_CHARS)), version }),
  reply: review,
  refusals: ['required', 'not_found', 'edit_conflict', 'order_state_conflict'],
});
