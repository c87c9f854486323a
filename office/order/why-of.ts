import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import type { Attention } from '#core/attention.ts';

type Known = Pick<OfficeOrderAttributes, 'attention' | 'deposits'>;

/**
 * Why an order waits, in one sentence of `office.strip.why`. In moderation stand orders whose money was taken back as well:
 * their customer has claimed nothing, and a search for his transfer finds one that is gone.
 */
export const whyOf = ({ attention, deposits }: Known): Attention | 'taken_back' | null =>
  attention === 'moderation' && deposits.some(({ state }) => state === 'reverted') ? 'taken_back' : attention;
