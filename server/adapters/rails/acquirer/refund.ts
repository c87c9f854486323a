import type { PayoutAnswer, PayOutRequest } from '#server/adapters/rails/port.ts';
import { textAt } from './document.ts';
import { writeAmount } from './read-payment.ts';
import { claimCall, endRefund, findRefund, insertRefund, type RefundKept, refundsOfOrder, unclaimCall } from './refund-store.ts';
import type { Call } from './settings.ts';
import { checkoutOfOrder, lockPayments } from './store.ts';
import type { Heard } from './talk.ts';
import type { Values } from './template.ts';
import type { World } from './world.ts';
import { HOUR_MS } from '#core/time.ts';

const NOTHING_TO_RETURN = 'no single payment of this order carries this amount';

/** Writes down which payment it goes back by, the newest that can carry it whole; what it carries already is not given twice. */
async function orderRefund(world: World, { reference, orderId, amount }: PayOutRequest): Promise<RefundKept | undefined> {
  const { db, rail, clock } = world;
  await db.tx(async (tx) => {
    const payments = (await lockPayments(tx, rail, orderId)).filter(({ state }) => state === 'final');
    const given = (await refundsOfOrder(tx, rail, orderId)).filter((one) => one.state !== 'failed');
    const leftOf = (externalId: string, whole: bigint): bigint =>
      given.reduce((left, one) => (one.externalId === externalId ? left - one.amount : left), whole);
    const payment = payments.findLast((one) => leftOf(one.externalId, one.amount) >= amount);
    const reason = payment === undefined ? NOTHING_TO_RETURN : null;
    await insertRefund(tx, rail, { reference, orderId, externalId: payment?.externalId ?? null, amount, reason, now: clock.now() });
  });
  return await findRefund(db, rail, reference);
}

async function valuesFor(world: World, refund: RefundKept): Promise<Values | undefined> {
  const checkout = await checkoutOfOrder(world.db, world.rail, refund.orderId);
  if (checkout === undefined || refund.externalId === null) return undefined;
  const written = writeAmount(refund.amount, world.systemOf(checkout.code), world.settings.decimals);
  if (written === undefined) return undefined;
  return world.valuesOf(checkout, {
    amount: written.amount,
    amount_minor: written.amountMinor,
    payment: refund.externalId,
    refund: refund.reference,
    refund_id: refund.refundId ?? undefined,
  });
}

const answerOf = (refund: RefundKept): PayoutAnswer => {
  if (refund.state === 'executed')
    return { outcome: 'executed', externalId: refund.refundId, txHash: null, amount: refund.amount, networkFee: null };
  if (refund.state === 'failed') return { outcome: 'failed', reason: refund.reason ?? 'refused by the acquirer' };
  return { outcome: 'unknown', reason: 'the acquirer has not said' };
};

/** What an answer makes of a refund: only a word that the shop has listed ends it. */
async function take(world: World, refund: RefundKept, heard: Heard): Promise<PayoutAnswer> {
  const { settings, db, rail, clock } = world;
  if (heard.heard === 'nothing') return { outcome: 'unknown', reason: heard.reason };
  const rules = settings.refund;
  const isRead = Object.entries(rules?.where ?? {}).every(([path, wanted]) => textAt(heard.document, path) === wanted);
  const word = isRead ? textAt(heard.document, rules?.state ?? '') : undefined;
  const means = word !== undefined && rules !== undefined && Object.hasOwn(rules.words, word) ? rules.words[word] : undefined;
  const refundId = rules?.id === undefined ? null : (textAt(heard.document, rules.id) ?? null);
  if (means === undefined || heard.status >= 500) return { outcome: 'unknown', reason: `status ${heard.status}, no word that we know` };
  const state = means === 'waiting' ? 'ordered' : means;
  const reason = state === 'failed' ? 'refused by the acquirer' : null;
  const kept = await endRefund(db, rail, { reference: refund.reference, state, reason, refundId, now: clock.now() });
  if (kept === undefined) throw new Error(`${rail} has lost refund ${refund.reference}`);
  if (kept.state !== 'ordered') return answerOf(kept);
  return { outcome: 'accepted', externalId: kept.refundId, txHash: null, confirmations: 0, requiredConfirmations: 0 };
}

/** Acquirers forget the keys of calls after a day: a later call with the same key would be a new one. */
const REPEATABLE_MS = 20 * HOUR_MS;

/** Calls for an ordered refund. Where a repeated call would give the money twice only the first one ever calls. */
async function callFor(world: World, refund: RefundKept, call: Call): Promise<PayoutAnswer> {
  const { db, rail, clock, settings } = world;
  const now = clock.now();
  const isFirst = await claimCall(db, rail, refund.reference, now);
  const isRepeatable = settings.refund?.repeatable === true && now - (refund.calledAt ?? now) < REPEATABLE_MS;
  if (!isFirst && !isRepeatable) return answerOf(refund);
  const values = await valuesFor(world, refund);
  const heard: Heard = values === undefined ? { heard: 'nothing', reason: 'incomplete', sent: false } : await world.speak(call, values);
  if (isFirst && heard.heard === 'nothing' && !heard.sent) await unclaimCall(db, rail, refund.reference);
  return await take(world, refund, heard);
}

async function goOn(world: World, refund: RefundKept): Promise<PayoutAnswer> {
  const rules = world.settings.refund;
  if (refund.state !== 'ordered' || rules === undefined) return answerOf(refund);
  const { ask } = rules;
  // Asked about by the acquirer's own name of it, once there is one
  if (refund.calledAt !== null && ask !== undefined && refund.refundId !== null) {
    const values = await valuesFor(world, refund);
    return values === undefined ? answerOf(refund) : await take(world, refund, await world.speak(ask, values));
  }
  return await callFor(world, refund, rules.call);
}

/** Gives money back by the payment it came with; idempotent by the reference over all processes and for ever. */
export async function giveBack(world: World, request: PayOutRequest): Promise<PayoutAnswer> {
  if (world.settings.refund === undefined) return { outcome: 'failed', reason: 'gives nothing back by itself' };
  const refund = (await findRefund(world.db, world.rail, request.reference)) ?? (await orderRefund(world, request));
  if (refund === undefined) throw new Error(`${world.rail} has lost refund ${request.reference}`);
  return await goOn(world, refund);
}

/** What became of it. `not_found`: it was never begun. */
export async function askRefund(world: World, { reference }: PayOutRequest): Promise<PayoutAnswer> {
  const refund = await findRefund(world.db, world.rail, reference);
  return refund === undefined ? { outcome: 'not_found' } : await goOn(world, refund);
}

/**
 * A person ends it by the acquirer's word: nobody calls for it any more, and what he says was given counts as given. False where it is
 * known to have been given back.
 */
export async function leaveRefund({ db, rail, clock }: World, reference: string, said: 'sent' | 'not_sent'): Promise<boolean> {
  const end =
    said === 'sent' ? ({ state: 'executed', reason: null } as const) : ({ state: 'failed', reason: 'given up by a person' } as const);
  const kept = await endRefund(db, rail, { reference, ...end, refundId: null, now: clock.now() });
  return said === 'sent' || kept?.state !== 'executed';
}
