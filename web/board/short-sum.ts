import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';

const STEPS = [
  { name: 'billion', zeros: 9 },
  { name: 'million', zeros: 6 },
  { name: 'thousand', zeros: 3 },
] as const;

export interface ShortSum {
  readonly figure: string;
  /** Name of the power of ten after the figure; null: the figure is the whole amount. */
  readonly step: (typeof STEPS)[number]['name'] | null;
}

/** A large amount in at most three digits, rounded down: never more than there is. */
export function shortSum(whole: string, locale: Locale): ShortSum {
  const step = STEPS.find(({ zeros }) => whole.length > zeros);
  if (step === undefined) return { figure: whole, step: null };
  const head = whole.slice(0, -step.zeros);
  const tenth = head.length === 1 ? whole.charAt(head.length) : '0';
  return { figure: formatDecimal(tenth === '0' ? head : `${head}.${tenth}`, { locale }), step: step.name };
}
