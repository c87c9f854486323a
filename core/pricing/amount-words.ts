import type { AmountTextProblem } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Refusal } from '#core/refusal.ts';

const MESSAGES: Readonly<Record<AmountTextProblem, string>> = {
  not_a_number: 'invalid_amount',
  too_many_decimals: 'amount_decimals',
  too_long: 'amount_too_long',
};

/** The sentence for a text that is no amount of this payment system: what is wrong with the text itself, not with its size. */
export const amountTextWords = (
  problem: AmountTextProblem,
  { currency, precision }: Pick<PaymentSystem, 'currency' | 'precision'>,
): Required<Pick<Refusal, 'message' | 'params'>> => ({ message: MESSAGES[problem], params: { currency, decimals: precision } });
