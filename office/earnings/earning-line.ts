import type { OfficeEarningAttributes } from '#contract/office/money/earnings.ts';

/** One row of the list of accruals. */
export interface EarningLine {
  readonly id: string;
  readonly attributes: OfficeEarningAttributes;
}
