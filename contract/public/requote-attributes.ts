import * as z from 'zod/mini';
import { REQUOTE_CHOICES } from '#core/order/order.ts';
import { REQUOTE_FACTS } from '#core/order/requote-fact.ts';

/** One choice of a requote with its numbers; `rate` is null where nothing is exchanged. */
export const RequoteOptionAttributes = z.object({
  choice: z.enum(REQUOTE_CHOICES),
  /** What it exchanges, and what for. */
  income_amount: z.string(),
  outcome_amount: z.string(),
  /** What goes back to the customer. */
  refund_amount: z.string(),
  /** What is still to be paid; null except for `top_up`. */
  missing_amount: z.nullable(z.string()),
  rate: z.nullable(z.string()),
  expires_at: z.string(),
});
export type RequoteOptionAttributes = z.output<typeof RequoteOptionAttributes>;

export const RequoteAttributes = z.nullable(
  z.object({
    reason: z.enum(['short', 'over', 'late', 'reopened', 'quote_expired']),
    /** What happened (ours): another amount, else another time, else another rate. */
    fact: z.enum(REQUOTE_FACTS),
    received_amount: z.string(),
    /** What was to be paid (ours): kopecks above the agreed amount may tell an order from others. */
    asked_amount: z.string(),
    income_amount: z.string(),
    outcome_amount: z.nullable(z.string()),
    rate: z.nullable(z.string()),
    refund_amount: z.string(),
    expires_at: z.string(),
    /** What may be chosen, in the order to be shown (ours); the members above tell the first that exchanges. */
    options: z.array(RequoteOptionAttributes),
  }),
);

/** What a floating order would pay if its money were final now: no promise (domain 2). */
export const EstimateAttributes = z.nullable(z.object({ outcome_amount: z.string(), rate: z.string(), at: z.string() }));
export type EstimateAttributes = z.output<typeof EstimateAttributes>;
