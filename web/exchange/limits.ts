import type { Calculation, Side } from '#web/catalogue/systems.ts';
import type { TrayLimits } from './Tray.tsx';
import type { LiveQuote } from './use-quote.ts';

type QuoteState = Pick<LiveQuote, 'calculation' | 'problem'>;

/** Limits of one side, from the refusal or the calculation; null: unknown. */
export function limitsOf({ calculation, problem }: QuoteState, side: Side): Omit<TrayLimits, 'reason'> | null {
  const limits = problem?.kind === 'refused' ? { ...calculation, ...problem.limits } : calculation;
  const [min, max] =
    side === 'income' ? [limits?.min_income_amount, limits?.max_income_amount] : [limits?.min_outcome_amount, limits?.max_outcome_amount];
  return min === undefined || max === undefined ? null : { min, max };
}

/** Cause of the upper limit shown; null for a limit from a refusal, whose cause is unknown. */
export function maxReasonOf(quote: QuoteState): Calculation['limit_reasons']['max'] | null {
  const { calculation } = quote;
  return calculation !== null && limitsOf(quote, 'outcome')?.max === calculation.max_outcome_amount ? calculation.limit_reasons.max : null;
}
