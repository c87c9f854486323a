import type { ClientActionFunctionArgs } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { textOf } from '#web/form/returned-form.ts';
import type { Calculation } from '#web/catalogue/systems.ts';

/** Price fields that the form submits. */
export const PRICE_FIELDS = ['id', 'outcome_amount', 'rate'] as const;
type DisplayedPrice = Pick<Calculation, (typeof PRICE_FIELDS)[number]>;

/** Why the order was not repeated. */
export interface RepeatFailure {
  readonly errors: readonly CallError[];
  /** Key to continue with; undefined: the key was used for another price. */
  readonly idempotencyKey: string | undefined;
  /** Price of an unanswered attempt. An order may exist for it: sending the current price would create a second one. */
  readonly unansweredPrice: DisplayedPrice | undefined;
}

export const displayedPriceOf = (form: FormData): DisplayedPrice => ({
  id: textOf(form, 'id'),
  outcome_amount: textOf(form, 'outcome_amount'),
  rate: textOf(form, 'rate'),
});

/** Client action: a lost connection becomes a failure that keeps the attempt. */
export async function repeatInBrowser({ request, serverAction }: ClientActionFunctionArgs): Promise<RepeatFailure> {
  const form = await request.clone().formData();
  try {
    return await serverAction<RepeatFailure>();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    return { errors: [], idempotencyKey: textOf(form, 'idempotency_key'), unansweredPrice: displayedPriceOf(form) };
  }
}
