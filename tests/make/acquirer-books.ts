import { createHmac, randomInt } from 'node:crypto';

/** One payment in the acquirer's books. Minor units, two decimals. */
export interface AcquirerPayment {
  readonly id: string;
  readonly reference: string;
  readonly minor: bigint;
  currency: string;
  state: 'pending' | 'paid' | 'declined';
  readonly refunds: Map<string, { readonly id: string; readonly minor: bigint }>;
}

/** A payment page: its amount and the URLs it returns the customer to. */
export interface PaymentPage {
  readonly reference: string;
  readonly minor: bigint;
  readonly currency?: string;
  readonly successUrl: string;
  readonly failureUrl: string;
  readonly callbackUrl: string;
}

export interface AcquirerBooks {
  readonly payments: AcquirerPayment[];
  readonly pages: Map<string, PaymentPage>;
  add(payment: { reference: string; minor: bigint; state: AcquirerPayment['state']; currency?: string }): AcquirerPayment;
  /** Refunds once per key; undefined when the payment does not cover it. */
  refund(id: string, key: string, minor: bigint): { readonly id: string; readonly left: bigint } | undefined;
}

export function createBooks(): AcquirerBooks {
  const payments: AcquirerPayment[] = [];
  const leftOf = ({ minor, refunds }: AcquirerPayment): bigint => [...refunds.values()].reduce((left, one) => left - one.minor, minor);
  return {
    payments,
    pages: new Map(),
    add({ reference, minor, state, currency = 'RUB' }) {
      const payment = { id: String(randomInt(1e9, 1e10)), reference, minor, currency, state, refunds: new Map() };
      payments.push(payment);
      return payment;
    },
    refund(id, key, minor) {
      const payment = payments.find((one) => one.id === id);
      const known = payment?.refunds.get(key);
      if (payment === undefined || (known === undefined && (payment.state !== 'paid' || leftOf(payment) < minor))) return undefined;
      const refund = known ?? { id: `r${payment.refunds.size}-${id}`, minor };
      payment.refunds.set(key, refund);
      return { id: refund.id, left: leftOf(payment) };
    },
  };
}

export const hmac = (key: string, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', key).update(text).digest(encoding);

export const toMajor = (minor: bigint): string => `${minor / 100n}.${(minor % 100n).toString().padStart(2, '0')}`;
export const toMinor = (text: string): bigint => BigInt(text.replace('.', ''));
