import type { OfficeOrderAttributes } from '#contract/office-orders.ts';

interface Known {
  readonly deposits: readonly Pick<OfficeOrderAttributes['deposits'][number], 'rail' | 'state'>[];
}

/** From then on an operator's word counts nothing by itself (`core/order/money-seen.ts`), unless he says that the rail has missed it. */
export const railHasSpoken = ({ deposits }: Known): boolean =>
  deposits.some(({ rail, state }) => rail !== 'operator' && state !== 'failed');
