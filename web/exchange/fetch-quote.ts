import { call, type CallResult, type Transport } from '#contract/call.ts';
import { calculateFirstSlot, calculateFromIncome, calculateFromOutcome } from '#contract/public/rate-calculations.ts';
import { flattenResource, type Calculation, type Pair, type Side } from '#web/catalogue/systems.ts';

/** Quote for an amount of one side. */
export interface QuoteRequest {
  readonly from: string;
  readonly to: string;
  readonly side: Side;
  readonly amount: string;
  readonly slotId: string | null;
  /** Whether a slot that fits the amount may be chosen when the named one does not. */
  readonly fitsSlot: boolean;
}

/** Whether the customer typed the amount or the page set it. Only an amount set by the page may be moved into the limits. */
export type AmountSource = 'typed' | 'chosen';

/** Why there is no quote. `offline`: no response. */
export type QuoteProblem =
  | { readonly kind: 'offline' }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly field: string | null;
      readonly limits: RefusalLimits;
    };

/** Limits in the meta of a refusal, decimal strings. */
export interface RefusalLimits {
  readonly min_income_amount?: string;
  readonly max_income_amount?: string;
  readonly min_outcome_amount?: string;
  readonly max_outcome_amount?: string;
}

export type QuoteResponse =
  | { readonly ok: true; readonly calculation: Calculation | null }
  | { readonly ok: false; readonly problem: QuoteProblem };

const LIMIT_NAMES = ['min_income_amount', 'max_income_amount', 'min_outcome_amount', 'max_outcome_amount'] as const;

const limitsFromMeta = (meta: Readonly<Record<string, unknown>>): RefusalLimits =>
  Object.fromEntries(LIMIT_NAMES.flatMap((name) => (typeof meta[name] === 'string' ? [[name, meta[name]]] : [])));

type CalculationEndpoint = typeof calculateFromIncome | typeof calculateFromOutcome | typeof calculateFirstSlot;

function toQuoteResponse(result: CallResult<CalculationEndpoint>): QuoteResponse {
  if (result.ok) return { ok: true, calculation: result.data === null ? null : flattenResource(result.data) };
  const error = result.errors[0];
  if (error === undefined) return { ok: false, problem: { kind: 'offline' } };
  return {
    ok: false,
    problem: { kind: 'refused', code: error.code, message: error.message, field: error.field, limits: limitsFromMeta(error.meta) },
  };
}

/** An amount without its trailing dot, as it is sent (spec 3). */
export const withoutTrailingDot = (input: string): string => input.replace(/\.$/, '');

async function fetchQuoteOnce(transport: Transport, request: QuoteRequest, signal?: AbortSignal): Promise<QuoteResponse> {
  const ids = {
    income_payment_system_id: request.from,
    outcome_payment_system_id: request.to,
    slot_id: request.slotId,
    fit_slot: request.fitsSlot,
  };
  const query = { check_slots: 'true' } as const;
  const amount = withoutTrailingDot(request.amount);
  return request.side === 'income'
    ? toQuoteResponse(await call(calculateFromIncome, { query, body: { ...ids, income_amount: amount }, signal }, transport))
    : toQuoteResponse(await call(calculateFromOutcome, { query, body: { ...ids, outcome_amount: amount }, signal }, transport));
}

/** Limit that the amount exceeds; undefined: the refusal names none. */
function exceededLimit({ code, limits }: Extract<QuoteProblem, { kind: 'refused' }>, side: Side): string | undefined {
  if (code === 'amount_below_minimum') return side === 'income' ? limits.min_income_amount : limits.min_outcome_amount;
  if (code === 'amount_above_maximum') return side === 'income' ? limits.max_income_amount : limits.max_outcome_amount;
  return undefined;
}

/**
 * The request to send after a refusal that the customer did not cause: without the lost slot, or with the exceeded limit as amount.
 * Undefined: the refusal is shown.
 */
export function adjustedRequest(request: QuoteRequest, amountSource: AmountSource, response: QuoteResponse): QuoteRequest | undefined {
  if (response.ok || response.problem.kind === 'offline') return undefined;
  const isAdjustable = amountSource === 'chosen' || request.slotId !== null;
  if (response.problem.code === 'slot_unavailable') return { ...request, slotId: null, fitsSlot: true };
  const limit = isAdjustable ? exceededLimit(response.problem, request.side) : undefined;
  if (limit === undefined) return undefined;
  return request.slotId === null ? { ...request, amount: limit } : { ...request, slotId: null, fitsSlot: true };
}

export interface QuoteResult {
  /** The answered request, possibly adjusted. */
  readonly request: QuoteRequest;
  readonly response: QuoteResponse;
  /** The requested slot, if it is gone. */
  readonly lostSlotId: string | null;
}

/** The first request and at most two adjustments: without a lost slot, then with an exceeded limit as the amount. */
const MAX_REQUESTS = 3;

/** Both amounts and the slots for one amount. Repeats the request with `adjustedRequest` where that applies. */
export async function fetchQuote(
  transport: Transport,
  request: QuoteRequest,
  { amountSource, signal }: { readonly amountSource: AmountSource; readonly signal?: AbortSignal },
): Promise<QuoteResult> {
  let result: QuoteResult = { request, response: await fetchQuoteOnce(transport, request, signal), lostSlotId: null };
  for (let count = 1; count < MAX_REQUESTS; count += 1) {
    const { response } = result;
    const adjusted = adjustedRequest(result.request, amountSource, response);
    if (adjusted === undefined) break;
    const isSlotLost = !response.ok && response.problem.kind === 'refused' && response.problem.code === 'slot_unavailable';
    const lostSlotId = isSlotLost ? result.request.slotId : result.lostSlotId;
    // oxlint-disable-next-line no-await-in-loop -- each request depends on the previous response
    result = { request: adjusted, response: await fetchQuoteOnce(transport, adjusted, signal), lostSlotId };
  }
  return result;
}

/** Best available slot of a pair with both amounts; calculation null: none. */
export async function fetchFirstSlot(transport: Transport, pair: Pair): Promise<QuoteResponse> {
  return toQuoteResponse(
    await call(calculateFirstSlot, { body: { income_payment_system_id: pair.from.id, outcome_payment_system_id: pair.to.id } }, transport),
  );
}
