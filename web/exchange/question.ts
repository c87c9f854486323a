import * as z from 'zod/mini';
import type { CallError } from '#contract/call-errors.ts';
import { RateCalculationAttributes } from '#contract/rate-calculations.ts';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { SLOT_KINDS } from '#core/slots/slot.ts';
import type { Calculation } from './systems.ts';

/** What a refusal offers in the place of a slot that is gone. */
const NextSlot = z.object({ id: z.string(), kind: z.enum(SLOT_KINDS), outcome_amount: z.nullable(z.string()) });
type Slot = z.output<typeof NextSlot>;

/** A question the visitor has to answer before the order can be made. */
export type Question =
  | { readonly kind: 'rate_changed'; readonly before: Calculation; readonly after: Calculation }
  | { readonly kind: 'slot_gone'; readonly message: string; readonly next: Slot | null };

const CalculationResource = z.object({ id: z.string(), attributes: RateCalculationAttributes });

/** The question that a refusal asks, null where it asks none; `before` are the numbers that the form was sent with. */
export function questionOf(errors: readonly CallError[], before: Calculation | null): Question | null {
  const moved = errors.find((error) => error.code === 'rate_changed');
  const fresh = z.safeParse(CalculationResource, moved?.meta['rate_calculation']);
  if (fresh.success && before !== null) return { kind: 'rate_changed', before, after: { ...fresh.data.attributes, id: fresh.data.id } };
  const gone = errors.find((error) => error.code === 'slot_unavailable');
  if (gone === undefined) return null;
  const next = z.safeParse(NextSlot, gone.meta['next_slot']);
  return { kind: 'slot_gone', message: gone.message, next: next.success ? next.data : null };
}

const atLeast = (left: string, right: string): boolean => {
  const [a, b] = [fractionFromDecimal(left), fractionFromDecimal(right)];
  return a !== undefined && b !== undefined && compare(a, b) >= 0;
};

/** Whether new numbers cost the customer nothing: no less to get, no more to give (domain 3: such a difference is applied, not asked). */
export const isNotWorse = (
  after: Pick<Calculation, 'income_amount' | 'outcome_amount'>,
  before: Pick<Calculation, 'income_amount' | 'outcome_amount'>,
): boolean => atLeast(after.outcome_amount, before.outcome_amount) && atLeast(before.income_amount, after.income_amount);
