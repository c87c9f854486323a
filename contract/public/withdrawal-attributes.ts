import * as z from 'zod/mini';
import { PURSES } from '#core/withdrawal/withdrawal.ts';

/** Members of a withdrawal; its `income_amount` is in dollars of the balance. */
export const WithdrawalAttributes = z.object({
  purse: z.enum(PURSES),
  /** Network fee, deducted from the outcome. */
  network_fee: z.string(),
  /** End of the hold for a new wallet; cancellable until then. Null: no hold. */
  held_until: z.nullable(z.string()),
  /** End of the hold if it were confirmed now. */
  hold_expected_until: z.nullable(z.string()),
  /** Whether a person reviews it before it leaves. */
  is_looked_at: z.boolean(),
  /** Promised time of the payout; on the confirmation link: if confirmed now. Null before that. */
  promised_at: z.nullable(z.string()),
});
export type WithdrawalAttributes = z.output<typeof WithdrawalAttributes>;
