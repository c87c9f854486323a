import * as z from 'zod/mini';
import type { CallError } from '#contract/call-errors.ts';
import { RateCalculationAttributes } from '#contract/public/rate-calculations.ts';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { SLOT_KINDS } from '#core/slots/slot.ts';
import type { Calculation } from '#web/catalogue/systems.ts';

/** Slot that a refusal offers instead of the unavailable one. */
const NextSlot = z.object({ id: z.string(), kind: z.enum(SLOT_KINDS), outcome_amount: z.nullable(z.string()) });
type Slot = z.output<typeof NextSlot>;

/** A question the customer has to answer before the order is created. */
export type Question =
  | { readonly kind: 'rate_changed'; readonly before: Calculation; readonly after: Calculation }
  | { readonly kind: 'slot_gone'; readonly message: string; readonly next: Slot | null };

const CalculationResource = z.object({ id: z.string(), attributes: RateCalculationAttributes });

/** Question of a refusal; null: none. `before`: the calculation the form was sent with. */
export function questionOf(errors: readonly CallError[], before: Calculation | null): Question | null {
  const rateChanged = errors.find((error) => error.code === 'rate_changed');
  const newCalculation = z.safeParse(CalculationResource, rateChanged?.meta['rate_calculation']);
  if (newCalculation.success && before !== null)
    return { kind: 'rate_changed', before, after: { ...newCalculation.data.attributes, id: newCalculation.data.id } };
  const slotUnavailable = errors.find((error) => error.code === 'slot_unavailable');
  if (slotUnavailable === undefined) return null;
  const next = z.safeParse(NextSlot, slotUnavailable.meta['next_slot']);
  return { kind: 'slot_gone', message: slotUnavailable.message, next: next.success ? next.data : null };
}

const isAtLeast = (left: string, right: string): boolean => {
  const [a, b] = [fractionFromDecimal(left), fractionFromDecimal(right)];
  return a !== undefined && b !== undefined && compare(a, b) >= 0;
};

/** Whether the outcome is not smaller and the income not larger (domain 3: such a change is applied without asking). */
export const isNoWorse = (
  after: Pick<Calculation, 'income_amount' | 'outcome_amount'>,
  before: Pick<Calculation, 'income_amount' | 'outcome_amount'>,
): boolean => isAtLeast(after.outcome_amount, before.outcome_amount) && isAtLeast(before.income_amount, after.income_amount);
