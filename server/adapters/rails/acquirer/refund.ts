import { PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import { type EndOutcome, PAID_BY_A_PERSON, type PayoutAnswer, type PayOutRequest } from '#server/adapters/rails/port.ts';
import { textAt } from './document.ts';
import { writeAmount } from './read-payment.ts';
import {
  claimCall,
  endRefund,
  excludeRefund,
  findRefund,
  insertRefund,
  type StoredRefund,
  refundsOfOrder,
  releaseCall,
} from './refund-store.ts';
import type { Call } from './settings.ts';
import { checkoutOfOrder, lockPayments } from './store.ts';
import type { AcquirerResponse } from './client.ts';
import type { Values } from './signature.ts';
import type { AcquirerContext } from './context.ts';
import { HOUR_MS } from '#core/time.ts';

const NO_REFUNDABLE_PAYMENT = 'no single payment of this order carries this amount';

/** Stores which payment is refunded: the newest whose remaining amount covers the refund. */
async function createRefund(context: AcquirerContext, { reference, orderId, amount }: PayOutRequest): Promise<StoredRefund | undefined> {
  const { db, rail, clock } = context;
  await db.tx(async (tx) => {
    const payments = (await lockPayments(tx, rail, orderId)).filter(({ state }) => state === 'final');
    const refunds = (await refundsOfOrder(tx, rail, orderId)).filter((refund) => refund.state !== 'failed');
    const remainingOf = (externalId: string, paid: bigint): bigint =>
      refunds.reduce((remaining, refund) => (refund.externalId === externalId ? remaining - refund.amount : remaining), paid);
    const payment = payments.findLast((candidate) => remainingOf(candidate.externalId, candidate.amount) >= amount);
    const reason = payment === undefined ? NO_REFUNDABLE_PAYMENT : null;
    await insertRefund(tx, rail, { reference, orderId, externalId: payment?.externalId ?? null, amount, reason, now: clock.now() });
  });
  return await findRefund(db, rail, reference);
}

async function refundValues(context: AcquirerContext, refund: StoredRefund): Promise<Values | undefined> {
  const checkout = await checkoutOfOrder(context.db, context.rail, refund.orderId);
  if (checkout === undefined || refund.externalId === null) return undefined;
  const amounts = writeAmount(refund.amount, context.systemOf(checkout.code), context.settings.decimals);
  if (amounts === undefined) return undefined;
  return context.checkoutValues(checkout, {
    amount: amounts.amount,
    amount_minor: amounts.amountMinor,
    payment: refund.externalId,
    refund: refund.reference,
    refund_id: refund.refundId ?? undefined,
  });
}

const answerOf = (refund: StoredRefund): PayoutAnswer => {
  if (refund.state === 'executed')
    return { outcome: 'executed', externalId: refund.refundId, txHash: null, amount: refund.amount, networkFee: null };
  if (refund.reason === PAID_BY_A_PERSON) return { outcome: 'unknown', reason: PAID_BY_A_PERSON };
  if (refund.state === 'failed') return { outcome: 'failed', reason: refund.reason ?? 'refused by the acquirer' };
  return { outcome: 'unknown', reason: 'the acquirer has not said' };
};

/** Applies a response to a refund: only a status that the settings list ends it. */
async function applyResponse(context: AcquirerContext, refund: StoredRefund, response: AcquirerResponse): Promise<PayoutAnswer> {
  const { settings, db, rail, clock } = context;
  if (response.kind === 'none') return { outcome: 'unknown', reason: response.reason };
  const rules = settings.refund;
  const isRelevant = Object.entries(rules?.where ?? {}).every(([path, expected]) => textAt(response.document, path) === expected);
  const status = isRelevant ? textAt(response.document, rules?.state ?? '') : undefined;
  const meaning = status !== undefined && rules !== undefined && Object.hasOwn(rules.words, status) ? rules.words[status] : undefined;
  const refundId = rules?.id === undefined ? null : (textAt(response.document, rules.id) ?? null);
  if (meaning === undefined || response.status >= 500)
    return { outcome: 'unknown', reason: `status ${response.status}, no word that we know` };
  const state = meaning === 'waiting' ? 'ordered' : meaning;
  const reason = state === 'failed' ? 'refused by the acquirer' : null;
  const stored = await endRefund(db, rail, { reference: refund.reference, state, reason, refundId, now: clock.now() });
  if (stored === undefined) throw new Error(`${rail} has lost refund ${refund.reference}`);
  if (stored.state !== 'ordered') return answerOf(stored);
  return { outcome: 'accepted', externalId: stored.refundId, txHash: null, confirmations: 0, requiredConfirmations: 0 };
}

/** Acquirers forget idempotency keys after a day: a later call with the same key would be a new refund. */
const REPEATABLE_MS = 20 * HOUR_MS;

/** Calls the acquirer for a refund. Unless repeated calls are idempotent there, only the first caller ever calls. */
async function requestRefund(context: AcquirerContext, refund: StoredRefund, call: Call): Promise<PayoutAnswer> {
  const { db, rail, clock, settings } = context;
  const now = clock.now();
  const isFirst = await claimCall(db, rail, refund.reference, now);
  const current = isFirst ? refund : await findRefund(db, rail, refund.reference);
  if (current !== undefined && current.state !== 'ordered') return answerOf(current);
  const isRepeatable = settings.refund?.repeatable === true && now - (refund.calledAt ?? now) < REPEATABLE_MS;
  if (!isFirst && !isRepeatable) return answerOf(refund);
  const values = await refundValues(context, refund);
  const response: AcquirerResponse =
    values === undefined ? { kind: 'none', reason: 'incomplete', sent: false } : await context.call(call, values);
  if (isFirst && response.kind === 'none' && !response.sent) await releaseCall(db, rail, refund.reference);
  return await applyResponse(context, refund, response);
}

/** Calls for a refund, or asks about one that was called for. A pause of payouts delays every call that may move money. */
async function advanceRefund(context: AcquirerContext, refund: StoredRefund, code: string): Promise<PayoutAnswer> {
  const rules = context.settings.refund;
  if (refund.state !== 'ordered' || rules === undefined) return answerOf(refund);
  const { ask } = rules;
  // Status requests need the acquirer's id of the refund
  if (refund.calledAt !== null && ask !== undefined && refund.refundId !== null) {
    const values = await refundValues(context, refund);
    return values === undefined ? answerOf(refund) : await applyResponse(context, refund, await context.call(ask, values));
  }
  const mayCall = refund.calledAt === null || rules.repeatable;
  if (mayCall && (await context.isPaused({ code, rail: context.rail }))) return { outcome: 'unknown', reason: PAYOUTS_PAUSED };
  return await requestRefund(context, refund, rules.call);
}

/** Refunds by the original payment; idempotent by the reference across processes and forever. */
export async function refundPayment(context: AcquirerContext, request: PayOutRequest): Promise<PayoutAnswer> {
  if (context.settings.refund === undefined) return { outcome: 'failed', reason: 'gives nothing back by itself' };
  const refund = (await findRefund(context.db, context.rail, request.reference)) ?? (await createRefund(context, request));
  if (refund === undefined) throw new Error(`${context.rail} has lost refund ${request.reference}`);
  return await advanceRefund(context, refund, request.paymentSystem.code);
}

/** The state of a refund. `not_found`: it was never started. */
export async function askRefund(context: AcquirerContext, { reference, paymentSystem }: PayOutRequest): Promise<PayoutAnswer> {
  const refund = await findRefund(context.db, context.rail, reference);
  return refund === undefined ? { outcome: 'not_found' } : await advanceRefund(context, refund, paymentSystem.code);
}

/**
 * An operator ends a refund by the acquirer's statement: it is never called for again, and `sent` counts as executed. False if it is known
 * to have been executed.
 */
export async function withdrawRefund({ db, rail, clock }: AcquirerContext, reference: string, outcome: EndOutcome): Promise<boolean> {
  if (await excludeRefund(db, rail, { reference, outcome, now: clock.now() })) return true;
  const end =
    outcome === 'sent' ? ({ state: 'executed', reason: null } as const) : ({ state: 'failed', reason: 'given up by a person' } as const);
  const stored = await endRefund(db, rail, { reference, ...end, refundId: null, now: clock.now() });
  return outcome === 'sent' || stored?.state !== 'executed';
}
