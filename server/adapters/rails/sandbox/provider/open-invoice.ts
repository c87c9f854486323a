import { findInvoice, insertInvoice, type Invoice } from './books.ts';
import { type MadeRequisites, makeRequisites } from './requisites.ts';
import type { ProviderWorld } from './world.ts';

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
  /** The order has an invoice over something else. */
  | { readonly outcome: 'conflict' }
  /** The provider cannot receive on this kind or network. */
  | { readonly outcome: 'unsupported' };

/** Enough for any run of bad luck: a card number alone has 10^9 values. */
const ATTEMPTS = 20;

/** Opens the expected payment of an order, once: asking again gives the same requisites, another order never gets them. */
export async function openInvoice(world: ProviderWorld, order: InvoiceOrder): Promise<InvoiceAnswer> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const known = await findInvoice(world.db, order.order_id);
    if (known !== undefined) return isSame(known, order) ? { outcome: 'open', invoice: known } : { outcome: 'conflict' };
    const made = makeRequisites(
      { orderId: order.order_id, kind: order.kind, currency: order.currency, network: order.network, amount: order.amount },
      attempt,
    );
    if (made === undefined) return { outcome: 'unsupported' };
    const { payTo, memo, lines, qrPayload } = world.isBesideMoney === true && order.kind === 'crypto' ? marked(made) : made;
    const invoice: Invoice = { ...order, pay_to: payTo, memo, requisites: [...lines], qr_payload: qrPayload };
    if (await insertInvoice(world.db, invoice, world.clock.now())) return { outcome: 'open', invoice };
  }
  throw new Error('no free requisites were found');
}

const MARK = 'TEST-';

/** No wallet takes it for an address. */
const marked = ({ payTo, lines, ...made }: MadeRequisites): MadeRequisites => ({
  ...made,
  payTo: MARK + payTo,
  lines: lines.map((line) => (line.value === payTo ? { ...line, value: MARK + payTo } : line)),
  qrPayload: made.qrPayload && MARK + made.qrPayload,
});

const isSame = (known: Invoice, order: InvoiceOrder): boolean =>
  known.payment_system === order.payment_system && known.amount === order.amount;
