import type { Calculation, Side } from './systems.ts';
import type { TrayLimits } from './Tray.tsx';
import type { Quoted } from './use-quote.ts';

type Known = Pick<Quoted, 'calculation' | 'problem'>;

/** Limits of one side: from the numbers, or from the refusal that named them. */
export function limitsOf({ calculation, problem }: Known, side: Side): Omit<TrayLimits, 'reason'> | null {
  const known = problem?.kind === 'refused' ? { ...calculation, ...problem.limits } : calculation;
  const [min, max] =
    side === 'income' ? [known?.min_income_amount, known?.max_income_amount] : [known?.min_outcome_amount, known?.max_outcome_amount];
  return min === undefined || max === undefined ? null : { min, max };
}

/** The rule behind the upper limit that is shown: a refusal names its own limit, and of that no rule is known. */
export function maxReasonOf(quoted: Known): Calculation['limit_reasons']['max'] | null {
  const { calculation } = quoted;
  return calculation !== null && limitsOf(quoted, 'outcome')?.max === calculation.max_outcome_amount ? calculation.limit_reasons.max : null;
}
