import type { ClientActionFunctionArgs } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { textOf } from '#web/account/returned-form.ts';
import type { Calculation } from '#web/exchange/systems.ts';

/** What of its price a form brings along. */
export const SHOWN = ['id', 'outcome_amount', 'rate'] as const;
type Shown = Pick<Calculation, (typeof SHOWN)[number]>;

/** Why it was not made. */
export interface NotRepeated {
  readonly errors: readonly CallError[];
  /** The attempt that the page goes on with; undefined: its key stands for another price already. */
  readonly attempt: string | undefined;
  /** What nobody has answered, as it was shown and sent: an order may stand under it, and with a price of now it would be a second. */
  readonly open: Shown | undefined;
}

export const shownIn = (form: FormData): Shown => ({
  id: textOf(form, 'id'),
  outcome_amount: textOf(form, 'outcome_amount'),
  rate: textOf(form, 'rate'),
});

/** From a running page: a lost connection is an answer too, and the page goes on with the attempt that it has. */
export async function repeatFromPage({ request, serverAction }: ClientActionFunctionArgs): Promise<NotRepeated> {
  const form = await request.clone().formData();
  try {
    return await serverAction<NotRepeated>();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    return { errors: [], attempt: textOf(form, 'idempotency_key'), open: shownIn(form) };
  }
}
