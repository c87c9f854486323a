import * as z from 'zod/mini';
import { REQUOTE_CHOICES } from '#core/order/order.ts';
import { REQUOTE_FACTS } from '#core/order/requote-options.ts';

/** One option of a requote with its amounts; `rate` is null where nothing is exchanged. */
export const RequoteOptionAttributes = z.object({
  choice: z.enum(REQUOTE_CHOICES),
  /** Exchanged amount. */
  income_amount: z.string(),
  outcome_amount: z.string(),
  /** Amount refunded to the customer. */
  refund_amount: z.string(),
  /** Amount still to be paid; null except for `top_up`. */
  missing_amount: z.nullable(z.string()),
  rate: z.nullable(z.string()),
  expires_at: z.string(),
});
export type RequoteOptionAttributes = z.output<typeof RequoteOptionAttributes>;

export const RequoteAttributes = z.nullable(
  z.object({
    reason: z.enum(['short', 'over', 'late', 'reopened', 'quote_expired']),
    /** Reason of the requote: a different amount, else time, else rate. */
    fact: z.enum(REQUOTE_FACTS),
    received_amount: z.string(),
    /** Amount that was to be paid; may exceed the agreed amount by a few kopecks that make it unique. */
    asked_amount: z.string(),
    income_amount: z.string(),
    outcome_amount: z.nullable(z.string()),
    rate: z.nullable(z.string()),
    refund_amount: z.string(),
    expires_at: z.string(),
    /** Available options in display order; the members above describe the first that exchanges. */
    options: z.array(RequoteOptionAttributes),
  }),
);

/** Outcome of a floating order if its money were final now; not binding (domain 2). */
export const EstimateAttributes = z.nullable(z.object({ outcome_amount: z.string(), rate: z.string(), at: z.string() }));
export type EstimateAttributes = z.output<typeof EstimateAttributes>;
