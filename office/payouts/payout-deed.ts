import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import type { Locale } from '#core/locale.ts';
import type { PayoutPurpose } from '#core/payout.ts';
import { money } from '#office/format/figure.ts';
import { sumsOf } from '#office/order/sums-of.ts';
import type { Lease } from '#office/order/use-lease.ts';

export type Payout = OfficeOrderAttributes['payouts'][number];

export interface PayoutDeedProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly payout: Payout;
  readonly lease: Lease;
}

interface Reading {
  readonly locale: Locale;
  readonly nowhere: string;
}

/** How much goes where with this purpose: what was ordered, or money back to where it came from. */
export function moneyOf(order: OfficeOrderAttributes, purpose: PayoutPurpose, reading: Reading) {
  const { received, get, to, back } = sumsOf(order, reading);
  if (purpose === 'payout') return { amount: get, place: to };
  const surplus = order.surplus_amount === null ? received : money(order.surplus_amount, order.income.currency_iso_code, reading.locale);
  return { amount: purpose === 'surplus' ? surplus : received, place: back };
}

/** The same for an attempt that has its own amount. */
export function whereTo(order: OfficeOrderAttributes, payout: Payout, reading: Reading) {
  return {
    amount: money(payout.amount, payout.payment_system.currency_iso_code, reading.locale),
    place: moneyOf(order, payout.purpose, reading).place,
  };
}
