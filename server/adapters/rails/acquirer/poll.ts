import type { Instant, Period } from '#core/time.ts';
import type { RailEvents, Statement, StatementLine } from '#server/adapters/rails/port.ts';
import { applyPayment, reportPayment } from './apply-payment.ts';
import type { AcquirerContext } from './context.ts';
import { readAmount, readPayments, type ReportedPayment } from './read-payment.ts';
import { executedPayouts } from './payout-store.ts';
import { readExecuted } from './read-payout.ts';
import { findRefunds } from './refund-store.ts';
import { type Checkout, checkoutOfOrder, findCheckouts, claimDueCheckouts, paymentsOfOrder, unreportedPayments } from './store.ts';

/** Checkouts per poll, and how many of them in parallel. */
const PER_POLL = 20;

const PARALLEL = 4;

/** Statuses of a request that was not processed: not authorised, or too many requests. */
const NOT_PROCESSED = new Set([401, 403, 408, 429]);

/** The acquirer's payments of a checkout by our reference; undefined: no usable response. Never a failure: no response proves nothing. */
async function requestPayments(context: AcquirerContext, checkout: Checkout): Promise<readonly ReportedPayment[] | undefined> {
  const { status, offer } = context.settings;
  if (status === undefined) return undefined;
  // The customer never got a page to pay on
  if (offer.kind === 'redirect' && checkout.url === null) return [];
  const response = await context.call(status.call, context.checkoutValues(checkout));
  if (response.kind === 'none' || response.status >= 500 || NOT_PROCESSED.has(response.status)) return undefined;
  return response.status >= 400 ? [] : readPayments(response.document, status, checkout.reference);
}

/** Runs the work for each item, a few in parallel; a failure does not delay the others and is thrown at the end. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const remaining = [...items];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift())
      await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Repeats reports that the order side has not stored yet, then polls the due checkouts; a failure of the first does not skip the second. */
export async function poll(context: AcquirerContext, events: RailEvents): Promise<void> {
  try {
    await forEach(
      await unreportedPayments(context.db, context.rail, PER_POLL),
      async (payment) => await reportPayment(context, payment, events),
    );
  } finally {
    await pollDueCheckouts(context, events);
  }
}

async function pollDueCheckouts(context: AcquirerContext, events: RailEvents): Promise<void> {
  const { rail, settings, db, clock, pollInterval } = context;
  const { status } = settings;
  if (status === undefined) return;
  const now = clock.now();
  const nextPollAt = (createdAt: Instant): Instant | null => {
    const wait = pollInterval(now - createdAt);
    return wait === null ? null : now + wait;
  };
  await forEach(await claimDueCheckouts(db, rail, { now, limit: PER_POLL, nextPollAt }), async (checkout) => {
    for (const payment of (await requestPayments(context, checkout)) ?? [])
      await applyPayment(context, checkout, payment, { unit: status.read.unit, events });
  });
}

const RECEIVED = new Set<ReportedPayment['status']>(['final', 'returned', 'partly_returned']);

/**
 * The acquirer's payments for every checkout of ours in a period, requested by reference, because acquirers have no common list.
 * Payments that match no order are not found.
 */
export async function statementOf(context: AcquirerContext, period: Period): Promise<Statement> {
  const { settings, db, rail } = context;
  const { status } = settings;
  if (status === undefined) return { outcome: 'unavailable', reason: 'tells nothing by reference' };
  const lines: StatementLine[] = [];
  let isUnavailable = false;
  await forEach(await findCheckouts(db, rail, period), async (checkout) => {
    const payments = isUnavailable ? undefined : await requestPayments(context, checkout);
    if (payments === undefined) isUnavailable = true;
    const storedPayments = payments === undefined ? [] : await paymentsOfOrder(db, rail, checkout.orderId);
    for (const item of (payments ?? []).filter(({ status: reported }) => RECEIVED.has(reported))) {
      const stored = storedPayments.find(({ externalId }) => externalId === item.paymentId);
      // For a returned payment some acquirers report only the remaining amount
      const amount =
        item.status === 'final' ? readAmount(item.amount, status.read.unit, context.systemOf(checkout.code), settings) : stored?.amount;
      const at = stored?.firstSeenAt ?? checkout.createdAt;
      if (amount !== undefined && stored?.state !== 'reverted')
        lines.push({ direction: 'in', reference: item.paymentId, paymentSystemCode: checkout.code, amount, at });
    }
  });
  if (isUnavailable) return { outcome: 'unavailable', reason: 'does not answer' };
  const payouts = await listedPayouts(context, period);
  if (payouts === undefined) return { outcome: 'unavailable', reason: 'does not answer' };
  return { outcome: 'listed', lines: [...lines, ...(await confirmedRefunds(context, period)), ...payouts], oddities: [] };
}

/** Executed payouts that the acquirer lists now, requested by reference; undefined: no usable response. */
async function listedPayouts(context: AcquirerContext, period: Period): Promise<StatementLine[] | undefined> {
  const { settings, db, rail } = context;
  const rules = settings.payout?.ask;
  if (rules === undefined) return [];
  const lines: StatementLine[] = [];
  let isUnavailable = false;
  await forEach(await executedPayouts(db, rail, period), async ({ reference, code, amount, changedAt }) => {
    const system = context.systemOf(code);
    const values = context.templateValues({ payout: reference, currency: settings.currencies[system.currency] });
    const response = isUnavailable ? undefined : await context.call(rules.call, values);
    if (response === undefined || response.kind === 'none' || response.status >= 400) isUnavailable = true;
    else if (readExecuted(response.document, rules, { reference, system, settings }) === amount)
      lines.push({ direction: 'out', reference, paymentSystemCode: code, amount, at: changedAt });
  });
  return isUnavailable ? undefined : lines;
}

/** Refunds that the acquirer has confirmed. */
async function confirmedRefunds({ db, rail }: AcquirerContext, period: Period): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (const { reference, orderId, amount, state, changedAt } of await findRefunds(db, rail, period)) {
    const checkout = state === 'executed' ? await checkoutOfOrder(db, rail, orderId) : undefined;
    if (checkout !== undefined) lines.push({ direction: 'out', reference, paymentSystemCode: checkout.code, amount, at: changedAt });
  }
  return lines;
}
