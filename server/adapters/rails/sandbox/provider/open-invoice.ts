import { findInvoice, insertInvoice, type Invoice } from './books.ts';
import { type GeneratedRequisites, generateRequisites } from './requisites.ts';
import type { ProviderContext } from './context.ts';

export type InvoiceOrder = Pick<
  Invoice,
  | 'order_id'
  | 'payment_system'
  | 'kind'
  | 'currency'
  | 'network'
  | 'amount'
  | 'decimals'
  | 'required_confirmations'
  | 'success_url'
  | 'failure_url'
>;

export type InvoiceAnswer =
  | { readonly outcome: 'open'; readonly invoice: Invoice }
  /** The order has an invoice with other terms. */
  | { readonly outcome: 'conflict' }
  /** The provider cannot receive on this kind or network. */
  | { readonly outcome: 'unsupported' };

/** Collisions are rare: a card number alone has 10^9 values. */
const MAX_ATTEMPTS = 20;

/** Opens the invoice of an order, once: a repeat returns the same requisites, which no other order ever gets. */
export async function openInvoice(context: ProviderContext, order: InvoiceOrder): Promise<InvoiceAnswer> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const existing = await findInvoice(context.db, order.order_id);
    if (existing !== undefined) return hasSameTerms(existing, order) ? { outcome: 'open', invoice: existing } : { outcome: 'conflict' };
    const requisites = generateRequisites(
      { orderId: order.order_id, kind: order.kind, currency: order.currency, network: order.network, amount: order.amount },
      attempt,
    );
    if (requisites === undefined) return { outcome: 'unsupported' };
    const { payTo, memo, items, qrPayload } =
      context.isRealMoneyPresent === true && order.kind === 'crypto' ? withTestPrefix(requisites) : requisites;
    const invoice: Invoice = { ...order, pay_to: payTo, memo, requisites: [...items], qr_payload: qrPayload };
    if (await insertInvoice(context.db, invoice, context.clock.now())) return { outcome: 'open', invoice };
  }
  throw new Error('no free requisites were found');
}

const TEST_PREFIX = 'TEST-';

/** Prefixes the address so that no wallet accepts it. */
const withTestPrefix = ({ payTo, items, ...requisites }: GeneratedRequisites): GeneratedRequisites => ({
  ...requisites,
  payTo: TEST_PREFIX + payTo,
  items: items.map((line) => (line.value === payTo ? { ...line, value: TEST_PREFIX + payTo } : line)),
  qrPayload: requisites.qrPayload && TEST_PREFIX + requisites.qrPayload,
});

const hasSameTerms = (existing: Invoice, order: InvoiceOrder): boolean =>
  existing.payment_system === order.payment_system && existing.amount === order.amount;
