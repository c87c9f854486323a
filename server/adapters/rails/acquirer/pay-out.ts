import { PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import {
  type EndOutcome,
  PAID_BY_A_PERSON,
  type PayoutAnswer,
  type PayOutRequest,
  unlessPaused,
  withdrawalReason,
} from '#server/adapters/rails/port.ts';
import { hasFunds } from './balance.ts';
import type { AcquirerResponse } from './client.ts';
import type { AcquirerContext } from './context.ts';
import { textAt } from './document.ts';
import {
  cancelUncalled,
  claimCall,
  endPayout,
  excludePayout,
  findPayout,
  insertPayout,
  releaseCall,
  type StoredPayout,
  stopCalls,
} from './payout-store.ts';
import { readReport } from './read-payout.ts';
import { writeAmount } from './read-payment.ts';
import type { Payout } from './settings.ts';
import type { Values } from './signature.ts';

/** The acquirer's account cannot cover the payout; it is called for as soon as it can. */
export const NO_FUNDS = 'no_funds';

const unknown = (reason: string): PayoutAnswer => ({ outcome: 'unknown', reason });

function answerOf(payout: StoredPayout): PayoutAnswer {
  const { state, reason, payoutId, amount, code, fee } = payout;
  if (state === 'executed') {
    const networkFee = fee === null ? null : { wallet: code, amount: fee };
    return { outcome: 'executed', externalId: payoutId, txHash: null, amount, networkFee };
  }
  if (reason === PAID_BY_A_PERSON) return unknown(PAID_BY_A_PERSON);
  if (state === 'ordered') return { outcome: 'accepted', externalId: payoutId, txHash: null, confirmations: 0, requiredConfirmations: 0 };
  const cause = payout.blamesDestination ? ({ cause: 'destination' } as const) : {};
  return { outcome: 'failed', reason: reason ?? 'refused by the acquirer', ...cause };
}

function valuesOf(context: AcquirerContext, request: PayOutRequest): Values {
  const { settings } = context;
  const { reference, orderId, paymentSystem: system, amount, destination } = request;
  const amounts = writeAmount(amount, system, settings.decimals);
  const fields = Object.entries(destination).map(([key, value]) => [`destination.${key}`, value.trim() || undefined] as const);
  return context.templateValues({
    payout: reference,
    order: orderId,
    amount: amounts?.amount,
    amount_minor: amounts?.amountMinor,
    currency: settings.currencies[system.currency],
    ...Object.fromEntries(fields),
  });
}

/** One payout on its way: what was stored of it, what it is, and the values of its calls. */
interface Task {
  readonly context: AcquirerContext;
  readonly rules: Payout;
  readonly request: PayOutRequest;
  readonly values: Values;
}

const fail = async ({ context: { db, rail, clock }, request: { reference } }: Task, reason: string, blamesDestination: boolean) =>
  answerOf(
    await endPayout(db, rail, { reference, state: 'failed', reason, blamesDestination, payoutId: null, fee: null, now: clock.now() }),
  );

/** Asks the acquirer by our reference. Undefined: it answered, and lists no payout with the reference. */
async function ask(task: Task): Promise<PayoutAnswer | undefined> {
  const { context, rules, request, values } = task;
  const { db, rail, clock, health, settings } = context;
  const { reference } = request;
  const response = await context.call(rules.ask.call, values);
  if (response.kind === 'none') return unknown(response.reason);
  if (response.status >= 400) return unknown(`status ${response.status}`);
  const report = readReport(response.document, rules.ask, { request, values, settings });
  if (report.kind === 'absent') return undefined;
  if (report.kind === 'unclear') {
    await health.failure(report.reason);
    return unknown(report.reason);
  }
  const { status, payoutId, fee } = report;
  if (status === 'executed') {
    const end = { reference, state: 'executed', reason: null, blamesDestination: false, payoutId, fee, now: clock.now() } as const;
    return answerOf(await endPayout(db, rail, end));
  }
  if (status !== 'waiting') return await fail(task, report.word, status === 'destination');
  await stopCalls(db, rail, reference, payoutId);
  return { outcome: 'accepted', externalId: payoutId, txHash: null, confirmations: 0, requiredConfirmations: 0 };
}

/** The first listed word of a call's result, and the first text that may be shown as a reason. */
function resultOf({ result }: Payout, response: Extract<AcquirerResponse, { kind: 'answer' }>) {
  const texts = result.at.flatMap((path) => textAt(response.document, path) ?? []);
  const word = texts.find((text) => Object.hasOwn(result.words, text));
  const text = texts.find((candidate) => candidate !== 'false' && /^[\w ]{1,60}$/.test(candidate));
  return { meaning: word === undefined ? undefined : result.words[word], word, text };
}

/** Reads what the acquirer answered to the call. Only a refusal of the first call proves that nothing was paid. */
async function applyResult(task: Task, payout: StoredPayout, response: AcquirerResponse): Promise<PayoutAnswer> {
  const { context, rules } = task;
  const { db, rail } = context;
  if (response.kind === 'none') {
    if (!response.sent) await releaseCall(db, rail, payout);
    return unknown(response.reason);
  }
  const { meaning, word, text } = resultOf(rules, response);
  if (response.status >= 500 || meaning === undefined) return unknown(text ?? `status ${response.status}, no word that we know`);
  if (meaning !== 'waiting')
    return payout.calls === 0 ? await fail(task, word ?? meaning, meaning === 'destination') : unknown(word ?? meaning);
  await stopCalls(db, rail, payout.reference, null);
  return (await ask(task)) ?? answerOf({ ...payout, state: 'ordered' });
}

/** Calls for a payout, once for each claim. Nothing is called for while payouts are paused or the account cannot cover it. */
async function call(task: Task, payout: StoredPayout): Promise<PayoutAnswer> {
  const { context, rules, request, values } = task;
  const { rail, clock } = context;
  const system = { code: request.paymentSystem.code, rail };
  if (await context.isPaused(system)) return unknown(PAYOUTS_PAUSED);
  const funds = await hasFunds(context, request.paymentSystem, request.amount);
  if (funds !== true) return unknown(funds === false ? NO_FUNDS : funds);
  const isClaimed = await unlessPaused(context, system, async (tx) => await claimCall(tx, rail, payout, clock.now()));
  if (isClaimed !== true) return unknown(isClaimed === undefined ? PAYOUTS_PAUSED : 'another process is calling');
  return await applyResult(task, payout, await context.call(rules.call, values));
}

/**
 * Asks about a payout that was called for; calls for it otherwise. An unknown call is never repeated: no wallet is known to refuse a
 * reference the second time. An operator ends it.
 */
async function advance(task: Task, payout: StoredPayout): Promise<PayoutAnswer> {
  const isEndedByPerson = payout.state === 'failed' && payout.reason === withdrawalReason('not_sent');
  if (payout.calls > 0 && (payout.state === 'ordered' || isEndedByPerson)) {
    const answer = await ask(task);
    if (answer !== undefined) return answer;
    if (payout.state === 'ordered') return payout.payoutId === null ? unknown('the acquirer does not list it yet') : answerOf(payout);
  }
  return payout.state === 'ordered' ? await call(task, payout) : answerOf(payout);
}

const taskOf = (context: AcquirerContext, request: PayOutRequest): Task | undefined =>
  context.settings.payout && { context, request, rules: context.settings.payout, values: valuesOf(context, request) };

/** Why a payout is impossible whatever the acquirer answers; null: it is possible. */
function problemOf({ settings }: AcquirerContext, { paymentSystem, amount }: PayOutRequest): string | null {
  if (settings.currencies[paymentSystem.currency] === undefined) return `pays no ${paymentSystem.currency}`;
  return writeAmount(amount, paymentSystem, settings.decimals) === undefined ? 'cannot pay this amount exactly' : null;
}

/** Pays a customer; idempotent by the reference across processes and for ever. */
export async function payCustomer(context: AcquirerContext, request: PayOutRequest): Promise<PayoutAnswer> {
  const task = taskOf(context, request);
  if (task === undefined) return { outcome: 'failed', reason: 'pays nothing out' };
  const { reference, amount, paymentSystem } = request;
  const terms = { reference, code: paymentSystem.code, amount, problem: problemOf(context, request), now: context.clock.now() };
  return await advance(task, await insertPayout(context.db, context.rail, terms));
}

/** The state of a payout. `not_found`: it was never started. */
export async function askCustomerPayout(context: AcquirerContext, request: PayOutRequest): Promise<PayoutAnswer> {
  const [task, payout] = [taskOf(context, request), await findPayout(context.db, context.rail, request.reference)];
  return task === undefined || payout === undefined ? { outcome: 'not_found' } : await advance(task, payout);
}

/** Cancels a payout whose money was taken back. False: it may be under way; it is never called for again. */
export async function cancelPayout({ db, rail, clock }: AcquirerContext, reference: string): Promise<boolean> {
  if (await cancelUncalled(db, rail, reference, clock.now())) return true;
  await stopCalls(db, rail, reference, null);
  return false;
}

/**
 * An operator ends a payout by the acquirer's statement: it is never called for again, and `sent` counts as executed. False if it is known
 * to have been executed.
 */
export async function withdrawPayout({ db, rail, clock }: AcquirerContext, reference: string, outcome: EndOutcome): Promise<boolean> {
  const now = clock.now();
  if (await excludePayout(db, rail, { reference, outcome, now })) return true;
  const state = outcome === 'sent' ? ('executed' as const) : ('failed' as const);
  const reason = outcome === 'sent' ? null : withdrawalReason(outcome);
  const stored = await endPayout(db, rail, { reference, state, reason, blamesDestination: false, payoutId: null, fee: null, now });
  return outcome === 'sent' || stored.state !== 'executed';
}
