import type { SuggestionAttributes } from '#contract/office/money/bank-lines.ts';

/** What recording a line at an order does to it (`office_by_hand.lines.effect`). */
export const EFFECTS = ['same', 'equal', 'short', 'over'] as const;
export type Effect = (typeof EFFECTS)[number];

/** The effect of recording a line at a suggested order. `isSame`: the order has this money already; only the line is explained. */
export function effectOf({ difference }: Pick<SuggestionAttributes, 'difference'>, isSame: boolean): Effect {
  if (isSame) return 'same';
  if (!/[1-9]/.test(difference)) return 'equal';
  return difference.startsWith('-') ? 'short' : 'over';
}
