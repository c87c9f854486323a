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
import { faultsFor, makeTxHash, type ProviderWorld } from './world.ts';

/** What the payer may do (contract section 5); `late` is an exact payment made whenever he likes. */
export const SCENARIOS = ['exact', 'short', 'over', 'twice', 'late', 'decline'] as const;
export type Scenario = (typeof SCENARIOS)[number];

export interface PlayRequest {
  readonly orderId: string;
  readonly scenario: Scenario;
  /** Decimal text; replaces the scenario's own amount. */
  readonly amount?: string | undefined;
  /** What the scenario is reckoned from, decimal text: the rest of an invoice that is paid in part; else the whole invoice. */
  readonly due?: string | undefined;
}

/** What an invoice still asks for: its rest where it is paid in part, the whole of it before that and after. */
export function dueOf(invoice: Invoice, payments: readonly Payment[]): string {
  const scale = invoice.decimals;
  const minor = (text: string): bigint => {
    const parsed = parseAmount(text, { scale, precision: scale });
    return parsed.ok ? parsed.minor : 0n;
  };
  const rest = payments.reduce((left, { state, amount }) => (state === 'declined' ? left : left - minor(amount)), minor(invoice.amount));
  return rest > 0n ? formatAmount(rest, scale) : invoice.amount;
}

export type PlayAnswer =
  | { readonly outcome: 'played'; readonly invoice: Invoice; readonly payments: readonly Payment[] }
  | { readonly outcome: 'unknown_order' }
  | { readonly outcome: 'invalid_amount' };

/** Plays the payer of one order: the payment is in the books' hands when this resolves; callbacks follow. */
export async function playPayment(world: ProviderWorld, request: PlayRequest): Promise<PlayAnswer> {
  return world.db.tx(async (tx) => {
    const invoice = await findInvoice(tx, request.orderId);
    if (invoice === undefined) return { outcome: 'unknown_order' };
    const amount = amountOf(invoice, request);
    if (amount === undefined) return { outcome: 'invalid_amount' };
    const now = world.clock.now();
    const faults = await faultsFor(world, tx, request.orderId);
    const payments: Payment[] = [];
    for (let index = 0; index < (request.scenario === 'twice' ? 2 : 1); index += 1) {
      const made = newPayment(world, { invoice, amount, isDeclined: request.scenario === 'decline', now });
      await insertPayment(tx, made);
      payments.push(await settle(tx, { world, invoice, faults, now }, made));
    }
    return { outcome: 'played', invoice, payments };
  });
}

/** Counts the confirmations that are due; what became final goes into the books. */
export async function advancePayments(world: ProviderWorld): Promise<number> {
  return world.db.tx(async (tx) => {
    const now = world.clock.now();
    const due = await lockDuePayments(tx, now, 50);
    if (due.length === 0) return 0;
    for (const payment of due) {
      const invoice = await findInvoice(tx, payment.order_id);
      if (invoice === undefined) throw new Error('a payment without its invoice');
      const stepped = stepOnce(world, payment, now);
      const faults = await faultsFor(world, tx, payment.order_id);
      await settle(tx, { world, invoice, faults, now }, stepped);
    }
    return due.length;
  });
}

const SHORT_PERCENT = 90n;
const OVER_PERCENT = 110n;
/** Nobody pays the eighteenth decimal by hand. */
const SHOWN_DECIMALS = 8;

/** What the scenario pays, as decimal text; undefined when the given amount is none. */
function amountOf(invoice: Invoice, request: PlayRequest): string | undefined {
  const scale = invoice.decimals;
  const parsed = parseAmount(request.amount ?? request.due ?? invoice.amount, { scale, precision: scale });
  if (!parsed.ok || parsed.minor === 0n) return undefined;
  const percent = request.amount === undefined ? PERCENT[request.scenario] : 100n;
  if (percent === 100n) return formatAmount(parsed.minor, scale);
  const step = pow10(Math.max(0, scale - SHOWN_DECIMALS));
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

function newPayment(world: ProviderWorld, { invoice, amount, isDeclined, now }: NewPayment): Payment {
  const required = invoice.required_confirmations;
  const state = isDeclined ? 'declined' : required === 0 ? 'final' : 'seen';
  return {
    id: `pay_${world.random.publicId(20)}`,
    order_id: invoice.order_id,
    amount,
    state,
    confirmations: 0,
    required_confirmations: required,
    tx_hash: isDeclined ? null : makeTxHash(world, invoice.network),
    seen_at: new Date(now),
    next_step_at: state === 'seen' ? new Date(now + world.timing.confirmationMs) : null,
  };
}

function stepOnce(world: ProviderWorld, payment: Payment, now: Instant): Payment {
  const confirmations = payment.confirmations + 1;
  const isFinal = confirmations >= payment.required_confirmations;
  return {
    ...payment,
    confirmations,
    state: isFinal ? 'final' : 'seen',
    next_step_at: isFinal ? null : new Date(now + world.timing.confirmationMs),
  };
}

interface Settling {
  readonly world: ProviderWorld;
  readonly invoice: Invoice;
  readonly faults: Faults;
  readonly now: Instant;
}

/** Stores and tells the payment's state, and all further steps that are due already. */
async function settle(tx: Tx, settling: Settling, payment: Payment): Promise<Payment> {
  const { world, invoice, faults, now } = settling;
  await updatePayment(tx, payment);
  if (payment.state === 'final') await enterIncome(tx, invoice, payment, now);
  await recordEvent(
    tx,
    {
      type: 'payment.changed',
      data: presentPayment(invoice, payment),
      stepsLeft: payment.state === 'seen' ? payment.required_confirmations - payment.confirmations : 0,
    },
    { faults, now, reorderMs: world.timing.reorderMs },
  );
  const isNextDue = payment.next_step_at !== null && payment.next_step_at.getTime() <= now;
  return isNextDue ? settle(tx, settling, stepOnce(world, payment, now)) : payment;
}

const enterIncome = (tx: Tx, invoice: Invoice, payment: Payment, now: Instant): Promise<void> =>
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

/** A payment as callbacks, the feed and `POST /sandbox/payments` show it. */
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
