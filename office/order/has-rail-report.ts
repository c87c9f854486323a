import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';

interface OrderDeposits {
  readonly deposits: readonly Pick<OfficeOrderAttributes['deposits'][number], 'rail' | 'state'>[];
}

/** Whether a rail has reported a payment. Then an operator's observation does not count by itself (`core/order/payment-reports.ts`), unless it is marked as missed by the rail. */
export const hasRailReport = ({ deposits }: OrderDeposits): boolean =>
  deposits.some(({ rail, state }) => rail !== 'operator' && state !== 'failed');
