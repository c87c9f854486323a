import { call, type CallResult, type Transport } from '#contract/call.ts';
import { calculateFirstSlot, calculateFromIncome, calculateFromOutcome } from '#contract/rate-calculations.ts';
import { flat, type Calculation, type Pair, type Side } from './systems.ts';

/** What the visitor wants to know: one amount of one side, as typed. */
export interface Ask {
  readonly from: string;
  readonly to: string;
  readonly side: Side;
  readonly amount: string;
  readonly slotId: string | null;
  /** Whether the ready slot that the amount fits may be taken where the named one does not serve it. */
  readonly fitsSlot: boolean;
}

/** Whether the amount was typed by the visitor, or put there for him: what he has not typed may be moved into the limits. */
export type Entry = 'typed' | 'chosen';

/** Why there are no numbers. `offline`: nobody answered. */
export type Problem =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly field: string | null;
      readonly limits: KnownLimits;
    };

/** Limits that a refusal names, decimal strings. */
export interface KnownLimits {
  readonly min_income_amount?: string;
  readonly max_income_amount?: string;
  readonly min_outcome_amount?: string;
  readonly max_outcome_amount?: string;
}

export type AskAnswer = { readonly ok: true; readonly calculation: Calculation | null } | { readonly ok: false; readonly problem: Problem };

const LIMIT_NAMES = ['min_income_amount', 'max_income_amount', 'min_outcome_amount', 'max_outcome_amount'] as const;

const limitsOf = (meta: Readonly<Record<string, unknown>>): KnownLimits =>
  Object.fromEntries(LIMIT_NAMES.flatMap((name) => (typeof meta[name] === 'string' ? [[name, meta[name]]] : [])));

type Calculating = typeof calculateFromIncome | typeof calculateFromOutcome | typeof calculateFirstSlot;

function read(result: CallResult<Calculating>): AskAnswer {
  if (result.ok) return { ok: true, calculation: result.data === null ? null : flat(result.data) };
  const error = result.errors[0];
  if (error === undefined) return { ok: false, problem: { kind: 'offline' } };
  return {
    ok: false,
    problem: { kind: 'refused', code: error.code, message: error.message, field: error.field, limits: limitsOf(error.meta) },
  };
}

/** An amount as it is sent: without the dot that somebody has typed last (spec 3). */
export const sentAmount = (typed: string): string => typed.replace(/\.$/, '');

async function askOnce(transport: Transport, wanted: Ask, signal?: AbortSignal): Promise<AskAnswer> {
  const ids = {
    income_payment_system_id: wanted.from,
    outcome_payment_system_id: wanted.to,
    slot_id: wanted.slotId,
    fit_slot: wanted.fitsSlot,
  };
  const query = { check_slots: 'true' } as const;
  const amount = sentAmount(wanted.amount);
  return wanted.side === 'income'
    ? read(await call(calculateFromIncome, { query, body: { ...ids, income_amount: amount }, signal }, transport))
    : read(await call(calculateFromOutcome, { query, body: { ...ids, outcome_amount: amount }, signal }, transport));
}

/** The limit that an amount has passed, where the refusal names it. */
function limitPassed({ code, limits }: Extract<Problem, { kind: 'refused' }>, side: Side): string | undefined {
  if (code === 'amount_below_minimum') return side === 'income' ? limits.min_income_amount : limits.min_outcome_amount;
  if (code === 'amount_above_maximum') return side === 'income' ? limits.max_income_amount : limits.max_outcome_amount;
  return undefined;
}

/**
 * What to ask instead of something refused through no fault of the visitor: a slot that is gone gives way to the next that serves the amount,
 * an amount that nobody typed moves to the limit it has passed. Undefined where the refusal is the answer.
 */
export function insteadOf(wanted: Ask, entry: Entry, answer: AskAnswer): Ask | undefined {
  if (answer.ok || answer.problem.kind === 'offline') return undefined;
  const isNoFault = entry === 'chosen' || wanted.slotId !== null;
  if (answer.problem.code === 'slot_unavailable') return { ...wanted, slotId: null, fitsSlot: true };
  const limit = isNoFault ? limitPassed(answer.problem, wanted.side) : undefined;
  if (limit === undefined) return undefined;
  return wanted.slotId === null ? { ...wanted, amount: limit } : { ...wanted, slotId: null, fitsSlot: true };
}

export interface Asked {
  /** What the answer is about: what was wanted, or what was asked in its place. */
  readonly ask: Ask;
  readonly answer: AskAnswer;
  /** The wanted slot, where it is gone. */
  readonly lostSlotId: string | null;
}

/** A slot lost, then an amount out of the limits: more than that never happens to one question. */
const MAX_TURNS = 3;

/** Both amounts for one amount, with the live slots near it; asks again in the visitor's place where that is his likely wish. */
export async function ask(
  transport: Transport,
  wanted: Ask,
  { entry, signal }: { readonly entry: Entry; readonly signal?: AbortSignal },
): Promise<Asked> {
  let asked: Asked = { ask: wanted, answer: await askOnce(transport, wanted, signal), lostSlotId: null };
  for (let turn = 1; turn < MAX_TURNS; turn += 1) {
    const { answer } = asked;
    const next = insteadOf(asked.ask, entry, answer);
    if (next === undefined) break;
    const isLost = !answer.ok && answer.problem.kind === 'refused' && answer.problem.code === 'slot_unavailable';
    const lostSlotId = isLost ? asked.ask.slotId : asked.lostSlotId;
    // oxlint-disable-next-line no-await-in-loop -- each question follows from the answer before it
    asked = { ask: next, answer: await askOnce(transport, next, signal), lostSlotId };
  }
  return asked;
}

/** The best ready slot of a pair with both its amounts, to fill the form with; null when there is none. */
export async function askFirstSlot(transport: Transport, pair: Pair): Promise<AskAnswer> {
  return read(
    await call(calculateFirstSlot, { body: { income_payment_system_id: pair.from.id, outcome_payment_system_id: pair.to.id } }, transport),
  );
}
