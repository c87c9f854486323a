import type { AmountTextProblem } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Refusal } from '#core/refusal.ts';

const MESSAGES: Readonly<Record<AmountTextProblem, string>> = {
  not_a_number: 'invalid_amount',
  too_many_decimals: 'amount_decimals',
  too_long: 'amount_too_long',
};

/** Message for a text that is not an amount of this payment system: about the text itself, not its size. */
export const amountTextMessage = (
  problem: AmountTextProblem,
  { currency, precision }: Pick<PaymentSystem, 'currency' | 'precision'>,
): Required<Pick<Refusal, 'message' | 'params'>> => ({ message: MESSAGES[problem], params: { currency, decimals: precision } });
