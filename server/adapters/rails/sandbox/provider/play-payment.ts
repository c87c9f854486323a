import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { pow10 } from '#core/money/decimals.ts';
import type { Instant } from '#core/time.ts';
import type { Tx } from '#server/platform/db/db.ts';
import {
  type Faults,
  findInvoice,
  insertEntry,
  insertPayment,
  type Invoice,
  lockDuePayments,
  type Payment,
  updatePayment,
} from './books.ts';
import { recordEvent } from './feed.ts';
import { faultsFor, makeTxHash, type ProviderContext } from './context.ts';

/** What the payer may do (contract section 5); `late` is an exact payment at any time. */
export const SCENARIOS = ['exact', 'short', 'over', 'twice', 'late', 'decline'] as const;
export type Scenario = (typeof SCENARIOS)[number];

export interface PlayRequest {
  readonly orderId: string;
  readonly scenario: Scenario;
  /** Decimal text; replaces the scenario's own amount. */
  readonly amount?: string | undefined;
  /** Base of the scenario's amount, decimal text: the rest of a partly paid invoice; default: the invoice's amount. */
  readonly due?: string | undefined;
}

/** Amount still due: the rest if the invoice is partly paid, otherwise the full amount. */
export function dueOf(invoice: Invoice, payments: readonly Payment[]): string {
  const scale = invoice.decimals;
  const minor = (text: string): bigint => {
    const parsed = parseAmount(text, { scale, precision: scale });
    return parsed.ok ? parsed.minor : 0n;
  };
  const remaining = payments.reduce(
    (total, { state, amount }) => (state === 'declined' ? total : total - minor(amount)),
    minor(invoice.amount),
  );
  return remaining > 0n ? formatAmount(remaining, scale) : invoice.amount;
}

export type PlayResult =
  | { readonly outcome: 'played'; readonly invoice: Invoice; readonly payments: readonly Payment[] }
  | { readonly outcome: 'unknown_order' }
  | { readonly outcome: 'invalid_amount' };

/** Makes the payer's payment for one order: the payment is stored when this resolves; callbacks follow. */
export async function playPayment(context: ProviderContext, request: PlayRequest): Promise<PlayResult> {
  return context.db.tx(async (tx) => {
    const invoice = await findInvoice(tx, request.orderId);
    if (invoice === undefined) return { outcome: 'unknown_order' };
    const amount = amountOf(invoice, request);
    if (amount === undefined) return { outcome: 'invalid_amount' };
    const now = context.clock.now();
    const faults = await faultsFor(context, tx, request.orderId);
    const payments: Payment[] = [];
    for (let index = 0; index < (request.scenario === 'twice' ? 2 : 1); index += 1) {
      const payment = newPayment(context, { invoice, amount, isDeclined: request.scenario === 'decline', now });
      await insertPayment(tx, payment);
      payments.push(await settle(tx, { context, invoice, faults, now }, payment));
    }
    return { outcome: 'played', invoice, payments };
  });
}

/** Adds due confirmations; final payments get a ledger entry. */
export async function advancePayments(context: ProviderContext): Promise<number> {
  return context.db.tx(async (tx) => {
    const now = context.clock.now();
    const due = await lockDuePayments(tx, now, 50);
    if (due.length === 0) return 0;
    for (const payment of due) {
      const invoice = await findInvoice(tx, payment.order_id);
      if (invoice === undefined) throw new Error('a payment without its invoice');
      const next = addConfirmation(context, payment, now);
      const faults = await faultsFor(context, tx, payment.order_id);
      await settle(tx, { context, invoice, faults, now }, next);
    }
    return due.length;
  });
}

const SHORT_PERCENT = 90n;
const OVER_PERCENT = 110n;
/** Amounts of scenarios are rounded to this many decimals. */
const ROUNDED_DECIMALS = 8;

/** The scenario's payment as decimal text; undefined if the given amount is invalid. */
function amountOf(invoice: Invoice, request: PlayRequest): string | undefined {
  const scale = invoice.decimals;
  const parsed = parseAmount(request.amount ?? request.due ?? invoice.amount, { scale, precision: scale });
  if (!parsed.ok || parsed.minor === 0n) return undefined;
  const percent = request.amount === undefined ? PERCENT[request.scenario] : 100n;
  if (percent === 100n) return formatAmount(parsed.minor, scale);
  const step = pow10(Math.max(0, scale - ROUNDED_DECIMALS));
  const rounded = ((parsed.minor * percent) / 100n / step) * step;
  return formatAmount(rounded > 0n ? rounded : parsed.minor + step, scale);
}

const PERCENT: Readonly<Record<Scenario, bigint>> = {
  exact: 100n,
  short: SHORT_PERCENT,
  over: OVER_PERCENT,
  twice: 100n,
  late: 100n,
  decline: 100n,
};

interface NewPayment {
  readonly invoice: Invoice;
  readonly amount: string;
  readonly isDeclined: boolean;
  readonly now: Instant;
}

function newPayment(context: ProviderContext, { invoice, amount, isDeclined, now }: NewPayment): Payment {
  const required = invoice.required_confirmations;
  const state = isDeclined ? 'declined' : required === 0 ? 'final' : 'seen';
  return {
    id: `pay_${context.random.publicId(20)}`,
    order_id: invoice.order_id,
    amount,
    state,
    confirmations: 0,
    required_confirmations: required,
    tx_hash: isDeclined ? null : makeTxHash(context, invoice.network),
    seen_at: new Date(now),
    next_step_at: state === 'seen' ? new Date(now + context.timing.confirmationMs) : null,
  };
}

function addConfirmation(context: ProviderContext, payment: Payment, now: Instant): Payment {
  const confirmations = payment.confirmations + 1;
  const isFinal = confirmations >= payment.required_confirmations;
  return {
    ...payment,
    confirmations,
    state: isFinal ? 'final' : 'seen',
    next_step_at: isFinal ? null : new Date(now + context.timing.confirmationMs),
  };
}

interface SettleContext {
  readonly context: ProviderContext;
  readonly invoice: Invoice;
  readonly faults: Faults;
  readonly now: Instant;
}

/** Stores and reports the payment's state and all further confirmations that are due already. */
async function settle(tx: Tx, settleContext: SettleContext, payment: Payment): Promise<Payment> {
  const { context, invoice, faults, now } = settleContext;
  await updatePayment(tx, payment);
  if (payment.state === 'final') await insertIncomeEntry(tx, invoice, payment, now);
  await recordEvent(
    tx,
    {
      type: 'payment.changed',
      data: presentPayment(invoice, payment),
      stepsLeft: payment.state === 'seen' ? payment.required_confirmations - payment.confirmations : 0,
    },
    { faults, now, reorderMs: context.timing.reorderMs },
  );
  const isNextDue = payment.next_step_at !== null && payment.next_step_at.getTime() <= now;
  return isNextDue ? settle(tx, settleContext, addConfirmation(context, payment, now)) : payment;
}

const insertIncomeEntry = (tx: Tx, invoice: Invoice, payment: Payment, now: Instant): Promise<void> =>
  insertEntry(tx, {
    direction: 'in',
    reference: payment.id,
    order_id: invoice.order_id,
    payment_system: invoice.payment_system,
    amount: payment.amount,
    currency: invoice.currency,
    destination: invoice.pay_to,
    destination_memo: invoice.memo,
    at: new Date(now),
  });

/** A payment as callbacks, the feed and `POST /sandbox/payments` present it. */
export const presentPayment = (invoice: Invoice, payment: Payment): Record<string, unknown> => ({
  id: payment.id,
  order_id: payment.order_id,
  payment_system: invoice.payment_system,
  amount: payment.amount,
  currency: invoice.currency,
  state: payment.state,
  confirmations: payment.confirmations,
  required_confirmations: payment.required_confirmations,
  tx_hash: payment.tx_hash,
  seen_at: payment.seen_at.toISOString(),
});
