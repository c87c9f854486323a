import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Instant } from '#core/time.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import type { OrderPromise } from '#server/orders/customer/payout-promise.ts';

export type EmailDeps = Pick<Deps, 'catalogue' | 'rails' | 'secrets' | 'settings' | 't' | 'quotes'>;

export type SumDeps = Pick<Deps, 'catalogue' | 'rails' | 't' | 'quotes'>;

export type Translate = (key: string, params?: Record<string, string>) => string;

export interface OrderNews {
  readonly order: Order;
  /** The state the e-mail is about; the order may have moved on. */
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

/** Texts of one e-mail that merges the news of several orders. */
export const mergedOrderTexts =
  ({ t }: Pick<Deps, 't'>): EmailKind['mergedTexts'] =>
  (locale, count) => ({
    subject: t(locale, 'order_letters.several.subject', { count }),
    heading: t(locale, 'order_letters.several.heading', { count }),
    lead: t(locale, 'order_letters.several.lead'),
  });

/** The footer of an e-mail about an order; it says when the order is a demo. */
export const orderEmailFooter = ({ t }: Pick<Deps, 't'>, { locale, quote }: Order): string =>
  t(locale, quote.isDemo ? 'order_letters.footer_demo' : 'order_letters.footer');
