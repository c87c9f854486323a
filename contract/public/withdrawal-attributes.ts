import * as z from 'zod/mini';
import { PURSES } from '#core/withdrawal/withdrawal.ts';

/** What an order of type withdrawal has that no exchange has; its `income_amount` are the purse's dollars. */
export const WithdrawalAttributes = z.object({
  purse: z.enum(PURSES),
  /** What sending costs, taken from what is paid. */
  network_fee: z.string(),
  /** Its wallet is new: it leaves after this, and can be taken back until then. */
  held_until: z.nullable(z.string()),
  /** It would be held until then if it were confirmed now. */
  hold_expected_until: z.nullable(z.string()),
  /** People look at it before it leaves. */
  is_looked_at: z.boolean(),
  /** By when it is paid; where the letter's link opens it: if it were confirmed now. Null before that. */
  promised_at: z.nullable(z.string()),
});
export type WithdrawalAttributes = z.output<typeof WithdrawalAttributes>;
