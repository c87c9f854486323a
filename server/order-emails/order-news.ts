import { formatMoney } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Instant } from '#core/time.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import type { OrderPromise } from '#server/orders/customer/payout-promise.ts';

export type EmailDeps = Pick<Deps, 'catalogue' | 'rails' | 'secrets' | 'settings' | 't' | 'quotes'>;

export type SumDeps = Pick<Deps, 'catalogue' | 'rails' | 't' | 'quotes'>;

export type Translate = (key: string, params?: Record<string, string>) => string;

export interface OrderNews {
  readonly order: Order;
  /** The state the mail is about; the order may have moved on. */
  readonly status: OrderStatus;
  /** Pay-to requisites while the customer should pay, shown as on the page (R56). */
  readonly offer: RequisitesOffer | undefined;
  /** Masked requisites of the payout. */
  readonly destination: Readonly<Record<string, string>>;
  /** Masked requisites of a refund; empty while unknown. */
  readonly refundDestination: Readonly<Record<string, string>>;
  /** The promised minutes and, once the money arrived, the promised time. */
  readonly promise: OrderPromise;
  /** The state before the current one. */
  readonly before: OrderStatus | null;
  /** All possible requisites are used by other orders, and when some will be free. */
  readonly areRequisitesTaken: boolean;
  readonly requisitesPromisedAt: Instant | null;
  /** A return of surplus money is decided and not finished. */
  readonly isSurplusQueued: boolean;
}

/** An amount in minor units with its currency, for people. */
export const money = (minor: bigint, system: PaymentSystem, locale: Locale): string =>
  formatMoney(formatAmount(minor, system.scale), { currency_iso_code: system.currency, precision: system.precision }, locale);
