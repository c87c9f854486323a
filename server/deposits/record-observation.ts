import * as z from 'zod';
import { isAboveUsd } from '#core/staff/approval.ts';
import { firstLimitUsd } from '#core/payout/payout-limits.ts';
import { formatAmount, parseAmount, isPlausibleAmount } from '#core/money/amount.ts';
import { factsOf, referenceOf, type PaymentReport } from '#core/order/payment-reports.ts';
import { RECORDABLE_STATUSES } from '#core/order/status.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { lockLeasedOrder } from '#server/orders/access.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { hasMovedSince, lockOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { settlePayment } from './settle-payment.ts';
import { findEarlierEntries, findSeenMoney, OPERATOR_RAIL, upsertObservation } from './store.ts';

type ObservationDeps = MoveDeps & Pick<Deps, 'rails'>;

export interface ObservationInput {
  readonly orderId: string;
  /** The version the operator saw; refused when the order has moved since. */
  readonly version: number;
  readonly amount: string;
  readonly reference: string;
  readonly seenAt: string | undefined;
  readonly note: string;
  readonly beyondRail: boolean;
  /** Another transfer than the one with the same number that is recorded for another order. */
  readonly isAnother: boolean;
  readonly operatorId: string;
}

/** A checked observation. Minor units of the income side. */
interface Observed {
  readonly amount: bigint;
  readonly reference: string;
  readonly seenAt: Instant;
  readonly note: string;
  readonly beyondRail: boolean;
  readonly isAnother: boolean;
  readonly operatorId: string;
}

type InputRefusal = 'required' | 'invalid_format' | 'not_allowed_amount';
type ObservationRefusal = 'approval_conflict' | 'not_found' | 'lease_held' | 'order_state_conflict' | InputRefusal;
type ObservationResult = { readonly state: 'recorded' } | { readonly state: 'proposed'; readonly approvalId: string };

/** Allowed difference between a bank's clock and ours. */
const CLOCK_SLACK_MS = 10 * MINUTE_MS;
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

function seenAtOf(deps: MoveDeps, order: Order, text: string | undefined): Result<Instant, 'invalid_format'> {
  const now = deps.clock.now();
  if (text === undefined || text === '') return accept(now);
  const at = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  const isPossible = at >= order.createdAt - CLOCK_SLACK_MS && at <= now + CLOCK_SLACK_MS;
  return isPossible ? accept(Math.min(at, now)) : refuse({ code: 'invalid_format', field: 'seen_at' });
}

function checkObservation(
  deps: MoveDeps,
  order: Order,
  input: Omit<ObservationInput, 'orderId' | 'version'>,
): Result<Observed, InputRefusal> {
  const { income } = orderSides(deps.catalogue, order);
  const [reference, note] = [input.reference.trim(), input.note.trim()];
  if (referenceOf(reference) === '') return refuse({ code: 'required', field: 'reference' });
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const parsed = parseAmount(input.amount, { scale: income.scale, precision: income.scale });
  if (!parsed.ok || parsed.minor <= 0n || !isPlausibleAmount(parsed.minor, income.scale))
    return refuse({ code: 'not_allowed_amount', field: 'amount' });
  const seenAt = seenAtOf(deps, order, input.seenAt);
  if (!seenAt.ok) return seenAt;
  return accept({
    amount: parsed.minor,
    reference,
    note,
    seenAt: seenAt.value,
    beyondRail: input.beyondRail,
    isAnother: input.isAnother,
    operatorId: input.operatorId,
  });
}

/** One transfer pays one order: a number recorded for another order is allowed only when the operator says it is another transfer. */
const refuseSameTransfer = async (
  tx: Tx,
  orderId: string,
  { observed: { reference, isAnother }, message }: { readonly observed: Observed; readonly message: UsedReferenceMessage },
): Promise<Result<null, 'invalid_format'>> => (isAnother ? accept(null) : await refuseEarlierEntries(tx, { orderId, reference }, message));

const isRecorded = (rows: readonly PaymentReport[], observed: Observed): boolean =>
  rows.some(
    (row) =>
      row.by === 'operator' &&
      row.state === 'final' &&
      row.references.includes(referenceOf(observed.reference)) &&
      row.amount === observed.amount &&
      row.isMissedByRail === observed.beyondRail,
  );

/** The rows as they would be with this observation. */
function withObserved(rows: readonly PaymentReport[], observed: Observed, now: Instant): PaymentReport[] {
  const references = [referenceOf(observed.reference)];
  const observation: PaymentReport = {
    id: '',
    by: 'operator',
    rail: OPERATOR_RAIL,
    references,
    amount: observed.amount,
    state: 'final',
    isMissedByRail: observed.beyondRail,
    confirmations: 0,
    requiredConfirmations: 0,
    firstSeenAt: observed.seenAt,
    recordedAt: now,
    txHash: null,
    posted: 0n,
  };
  return [...rows.filter((row) => row.by === 'rail' || !row.references.includes(referenceOf(observed.reference))), observation];
}

/** Whether this credits more beyond the rail's reports than one operator may (domain 5, "first limit"). */
function needsApproval(deps: ObservationDeps, order: Order, rows: readonly PaymentReport[], observed: Observed): boolean {
  const { income } = orderSides(deps.catalogue, order);
  const rail = deps.rails.get(income.rail)?.capabilities;
  // Where only operators see money, there are no reports to compare with; payouts have their own limits
  if (rail?.receives !== true || rail.isManual === true) return false;
  const reported = factsOf(
    order,
    rows.filter((row) => row.by === 'rail'),
  ).received;
  const excess = factsOf(order, withObserved(rows, observed, deps.clock.now())).received - reported;
  return (
    excess > 0n &&
    isAboveUsd(excess, income.scale, { usd: deps.quotes.usdOf(income.code), limitUsd: firstLimitUsd(deps.limits.current(), income.code) })
  );
}

async function saveObservation(deps: ObservationDeps, tx: Tx, order: Order, observed: Observed): Promise<void> {
  const { operatorId, note } = observed;
  await upsertObservation(tx, { id: deps.random.uuid(), order, ...observed, now: deps.clock.now() });
  const settled = await settlePayment(deps, tx, order, { operatorId, note });
  if (settled.version === order.version)
    await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'operator' }, by: { actorId: operatorId } });
}

const proposeObservation = async (
  deps: ObservationDeps,
  tx: Tx,
  order: Order,
  observed: Observed,
): Promise<Result<{ approvalId: string }, 'approval_conflict'>> => {
  const { income } = orderSides(deps.catalogue, order);
  const payload = {
    amount: formatAmount(observed.amount, income.scale),
    currency_iso_code: income.currency,
    reference: observed.reference,
    seen_at: toRfc3339(observed.seenAt),
    beyond_rail: observed.beyondRail,
    ...(observed.isAnother ? { is_another: true } : {}),
  } satisfies z.input<typeof Payload> & Record<string, unknown>;
  // The same transfer, whatever time it was seen
  const { seen_at: _at, ...identity } = payload;
  const { note, operatorId } = observed;
  const duplicateKey = { order: order.id, ...identity };
  return await propose(deps, tx, { kind: 'credit_observation', subject: order.id, payload, note, operatorId, duplicateKey });
};

/**
 * Records money that an operator saw, settled like a rail's report (domain 5, "What an operator says"). A repetition changes nothing.
 * Refuses states that expect no money, moved orders and orders leased by others.
 */
export async function recordObservation(
  deps: ObservationDeps,
  tx: Tx,
  input: ObservationInput,
): Promise<Result<ObservationResult, ObservationRefusal>> {
  const leased = await lockLeasedOrder(deps, tx, input);
  if (!leased.ok) return leased;
  const order = leased.value;
  const checked = checkObservation(deps, order, input);
  if (!checked.ok) return checked;
  const observed = checked.value;
  const rows = await findSeenMoney(tx, order.id);
  if (isRecorded(rows, observed)) return accept({ state: 'recorded' });
  const unique = await refuseSameTransfer(tx, order.id, { observed, message: 'seen_reference_used' });
  if (!unique.ok) return unique;
  if (!RECORDABLE_STATUSES.includes(order.status) || (await hasMovedSince(tx, order.id, input.version)))
    return refuse({ code: 'order_state_conflict' });
  if (needsApproval(deps, order, rows, observed)) {
    const proposed = await proposeObservation(deps, tx, order, observed);
    return proposed.ok ? accept({ state: 'proposed', ...proposed.value }) : proposed;
  }
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'order.observation',
    subjectType: 'order',
    subjectId: order.id,
    detail: {
      payment_system: order.incomeCode,
      amount: String(observed.amount),
      reference: observed.reference,
      seen_at: toRfc3339(observed.seenAt),
      beyond_rail: observed.beyondRail,
      note: observed.note,
    },
  });
  await saveObservation(deps, tx, order, observed);
  return accept({ state: 'recorded' });
}

const Payload = z.object({
  amount: z.string(),
  reference: z.string(),
  seen_at: z.string(),
  beyond_rail: z.boolean(),
  is_another: z.optional(z.boolean()),
});

/**
 * Records an observation that a second operator approved; author and note stay those of the first operator. Refused when the number
 * was recorded for another order since the proposal.
 */
export const executeObservation: Executor = async (deps, tx, { subject, payload, note, proposedBy }) => {
  const order = await lockOrder(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  if (!RECORDABLE_STATUSES.includes(order.status)) return refuse({ code: 'order_state_conflict' });
  const input = Payload.parse(payload);
  const observed = checkObservation(deps, order, {
    amount: input.amount,
    reference: input.reference,
    seenAt: input.seen_at,
    beyondRail: input.beyond_rail,
    isAnother: input.is_another === true,
    note,
    operatorId: proposedBy,
  });
  if (!observed.ok) return observed;
  const unique = await refuseSameTransfer(tx, order.id, { observed: observed.value, message: 'seen_reference_taken' });
  if (!unique.ok) return unique;
  await saveObservation(deps, tx, order, observed.value);
  return accept(null);
};

type UsedReferenceMessage = 'seen_reference_used' | 'seen_reference_taken';

/** Refuses a transfer number that an operator recorded for another order, naming that order: one transfer is never credited twice. */
async function refuseEarlierEntries(
  tx: Tx,
  observed: { readonly orderId: string; readonly reference: string },
  message: UsedReferenceMessage,
): Promise<Result<null, 'invalid_format'>> {
  const otherOrderId = await findEarlierEntries(tx, observed);
  if (otherOrderId === undefined) return accept(null);
  return refuse({ code: 'invalid_format', field: 'reference', message, params: { subject: otherOrderId } });
}
