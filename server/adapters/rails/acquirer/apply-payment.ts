import type { DepositState } from '#core/order/payment-reports.ts';
import type { Deposit, Oddity, RailEvents } from '#server/adapters/rails/port.ts';
import {
  type Checkout,
  checkoutOfOrder,
  deleteExternalReturn,
  markReported,
  paymentsOfOrder,
  saveExternalReturn,
  savePayment,
  type StoredPayment,
} from './store.ts';
import { readAmount, readAmountOrZero, type ReportedPayment } from './read-payment.ts';
import { refundsOfOrder } from './refund-store.ts';
import type { PaymentPaths } from './settings.ts';
import type { AcquirerContext } from './context.ts';

/** Reports a payment to the order side, and marks it as reported only after the order side has stored it. */
export async function reportPayment(context: AcquirerContext, payment: StoredPayment, events: RailEvents): Promise<void> {
  const checkout = await checkoutOfOrder(context.db, context.rail, payment.orderId);
  if (checkout === undefined) throw new Error(`${context.rail} has lost the order of a payment`);
  const deposit: Deposit = {
    rail: context.rail,
    externalId: payment.externalId,
    reference: checkout.reference,
    paymentSystemCode: checkout.code,
    amount: payment.amount,
    state: payment.state,
    confirmations: 0,
    requiredConfirmations: 0,
    txHash: null,
    firstSeenAt: payment.firstSeenAt,
  };
  await events.deposit(deposit);
  await markReported(context.db, context.rail, payment);
}

const STATES: Readonly<Record<'seen' | 'final' | 'failed', DepositState>> = { seen: 'seen', final: 'final', failed: 'failed' };

type Amounts = Pick<Oddity, 'amount' | 'orderTotal'>;

/** Reports a mismatch of one payment to the operators, with the known amounts. */
type ReportOddity = (kind: Oddity['kind'], amounts?: { readonly [Name in keyof Amounts]: Amounts[Name] | undefined }) => Promise<void>;

const createOddityReporter =
  ({ rail }: AcquirerContext, { orderId }: Checkout, subject: string, events: RailEvents): ReportOddity =>
  async (kind, amounts = {}) => {
    const knownAmounts = Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined)) as Amounts;
    await events.oddity({ rail, kind, subject, orderId, ...knownAmounts });
  };

interface ReturnReport {
  readonly payment: ReportedPayment;
  /** Returned amount according to the acquirer; undefined: only a status, no amount. */
  readonly returnedAmount: bigint | undefined;
}

/**
 * Total returned of a payment; undefined: unknown. The status may say more than the sum of refunds: a bank's chargeback of the whole
 * payment is no refund.
 */
function totalReturned(
  status: ReportedPayment['status'],
  returnedAmount: bigint | undefined,
  paid: bigint | undefined,
): bigint | undefined {
  if (status === 'returned' && paid !== undefined) return returnedAmount !== undefined && returnedAmount > paid ? returnedAmount : paid;
  return returnedAmount === 0n ? undefined : returnedAmount;
}

/** Amount returned beyond our refunds: 0n, our refunds explain all of it; undefined, the amount is unknown. */
async function returnedBeyondRefunds(
  { rail, db }: AcquirerContext,
  { orderId }: Checkout,
  { payment, returnedAmount }: ReturnReport,
): Promise<bigint | undefined> {
  const refunds = (await refundsOfOrder(db, rail, orderId)).filter(
    ({ externalId, state }) => externalId === payment.paymentId && state !== 'failed',
  );
  const refunded = refunds.reduce((total, { amount }) => total + amount, 0n);
  const stored = (await paymentsOfOrder(db, rail, orderId)).find(({ externalId }) => externalId === payment.paymentId);
  const total = totalReturned(payment.status, returnedAmount, stored?.amount);
  if (total !== undefined) return total > refunded ? total - refunded : 0n;
  return payment.status === 'partly_returned' && refunds.length > 0 ? 0n : undefined;
}

/**
 * Applies a report of returned money. Amounts beyond our own refunds were refunded in the acquirer's dashboard or charged back: an operator
 * decides, and until then the received amount stays credited.
 */
async function applyReturn(
  context: AcquirerContext,
  checkout: Checkout,
  returnReport: ReturnReport,
  reportOddity: ReportOddity,
): Promise<void> {
  const { db, rail, clock } = context;
  const [{ orderId }, externalId] = [checkout, returnReport.payment.paymentId];
  const amount = await returnedBeyondRefunds(context, checkout, returnReport);
  if (amount === 0n) return await deleteExternalReturn(db, rail, externalId);
  const orderTotal = await saveExternalReturn(db, { rail, orderId, externalId, amount, now: clock.now() });
  await reportOddity('given_back', { amount, orderTotal });
}

/**
 * Applies the acquirer's report of a payment for one of our orders.
 * - Reports may arrive as callbacks or responses, in any order and repeatedly.
 * - The credited amount is the amount that arrived, whatever was requested.
 * - Another currency, another order or a changed final amount is reported as an oddity.
 */
export async function applyPayment(
  context: AcquirerContext,
  checkout: Checkout,
  payment: ReportedPayment,
  { unit, events }: { unit: PaymentPaths['unit']; events: RailEvents },
): Promise<void> {
  const { settings, rail, db, clock } = context;
  const system = context.systemOf(checkout.code);
  const reportOddity = createOddityReporter(context, checkout, payment.paymentId, events);
  if (payment.status === 'waiting') return;
  if (payment.currency !== undefined && payment.currency !== settings.currencies[system.currency])
    return await reportOddity('other_currency');
  const returnedAmount =
    payment.returnedAmount === undefined ? undefined : readAmountOrZero(payment.returnedAmount, unit, system, settings);
  if (payment.returnedAmount !== undefined && returnedAmount === undefined) await reportOddity('unreadable_amount');
  const isReturned = payment.status === 'returned' || payment.status === 'partly_returned';
  // Before the payment is credited: a payout must not start for returned money
  if (isReturned || (returnedAmount !== undefined && returnedAmount > 0n))
    await applyReturn(context, checkout, { payment, returnedAmount }, reportOddity);
  if (isReturned) return;
  const readableAmount = readAmount(payment.amount, unit, system, settings);
  const amount = readableAmount ?? (payment.status === 'failed' ? checkout.amount : undefined);
  if (amount === undefined) return await reportOddity('unreadable_amount');
  const stored = await savePayment(db, rail, {
    externalId: payment.paymentId,
    orderId: checkout.orderId,
    amount,
    state: STATES[payment.status],
    now: clock.now(),
  });
  if (stored === undefined) return await reportOddity('other_order');
  if (payment.status === 'final' && stored.amount !== amount) await reportOddity('other_amount', { amount });
  if (!stored.isReported) await reportPayment(context, stored, events);
}
