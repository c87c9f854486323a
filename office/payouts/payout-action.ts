import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Locale } from '#core/locale.ts';
import type { PayoutPurpose } from '#core/payout/payout.ts';
import { money } from '#office/format/figure.ts';
import { sumTexts } from '#office/order/sum-texts.ts';
import type { Lease } from '#office/order/use-lease.ts';

export type Payout = OfficeOrderAttributes['payouts'][number];

export interface PayoutActionProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly payout: Payout;
  readonly lease: Lease;
}

interface TextOptions {
  readonly locale: Locale;
  readonly nowhere: string;
}

/** Amount and destination of a payout by its purpose: the ordered payout, or a refund. */
export function amountAndPlace(order: OfficeOrderAttributes, purpose: PayoutPurpose, reading: TextOptions) {
  const { received, get, to, back } = sumTexts(order, reading);
  if (purpose === 'payout') return { amount: get, place: to };
  const surplus = order.surplus_amount === null ? received : money(order.surplus_amount, order.income.currency_iso_code, reading.locale);
  return { amount: purpose === 'surplus' ? surplus : received, place: back };
}

/** The same for an attempt with its own amount. */
export function whereTo(order: OfficeOrderAttributes, payout: Payout, reading: TextOptions) {
  return {
    amount: money(payout.amount, payout.payment_system.currency_iso_code, reading.locale),
    place: amountAndPlace(order, payout.purpose, reading).place,
  };
}
