import { call, type CallResult, type Transport } from '#contract/call.ts';
import { calculateFirstSlot, calculateFromIncome, calculateFromOutcome } from '#contract/rate-calculations.ts';
import { reported } from '#web/error-reporting.ts';
import { flat, type Calculation, type Pair, type Side } from './systems.ts';

/** What the visitor wants to know: one amount of one side, as typed. */
export interface Ask {
  readonly from: string;
  readonly to: string;
  readonly side: Side;
  readonly amount: string;
  readonly slotId: string | null;
}

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
  reported(result);
  if (result.ok) return { ok: true, calculation: result.data === null ? null : flat(result.data) };
  const error = result.errors[0];
  if (error === undefined) return { ok: false, problem: { kind: 'offline' } };
  return {
    ok: false,
    problem: { kind: 'refused', code: error.code, message: error.message, field: error.field, limits: limitsOf(error.meta) },
  };
}

/** Both amounts for one typed amount, with the live slots near it. */
export async function ask(transport: Transport, wanted: Ask, signal?: AbortSignal): Promise<AskAnswer> {
  const ids = { income_payment_system_id: wanted.from, outcome_payment_system_id: wanted.to, slot_id: wanted.slotId };
  const query = { check_slots: 'true' } as const;
  return wanted.side === 'income'
    ? read(await call(calculateFromIncome, { query, body: { ...ids, income_amount: wanted.amount }, signal }, transport))
    : read(await call(calculateFromOutcome, { query, body: { ...ids, outcome_amount: wanted.amount }, signal }, transport));
}

/** The best ready slot of a pair with both its amounts, to fill the form with; null when there is none. */
export async function askFirstSlot(transport: Transport, pair: Pair): Promise<AskAnswer> {
  return read(
    await call(calculateFirstSlot, { body: { income_payment_system_id: pair.from.id, outcome_payment_system_id: pair.to.id } }, transport),
  );
}
