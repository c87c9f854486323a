import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Attention } from '#core/staff/attention.ts';

type AttentionFacts = Pick<OfficeOrderAttributes, 'attention' | 'deposits'>;

/**
 * Why an order waits: a key of `office.strip.why`. An order whose money was taken back is in moderation too, although its customer
 * has claimed nothing: its transfer was reverted.
 */
export const waitingReason = ({ attention, deposits }: AttentionFacts): Attention | 'taken_back' | null =>
  attention === 'moderation' && deposits.some(({ state }) => state === 'reverted') ? 'taken_back' : attention;
