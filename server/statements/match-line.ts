import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { referenceOf } from '#core/order/payment-reports.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { releaseUnmatched } from '#core/statements/postings.ts';
import { toRfc3339 } from '#core/time.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import type { Deps } from '#server/deps.ts';
import { claimLease, findLease, releaseLease } from '#server/leases/lease.ts';
import { post } from '#server/ledger/post.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { findOrder, lockOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findObservedReferences, type LineRow, saveMatched } from './store.ts';

/** Live channel: the office's list of bank lines changed. */
export const LINES_CHANNEL = 'bank_lines_changed';

export type MatchDeps = MoveDeps & Pick<Deps, 'rails'>;
export type MatchRefusal = 'not_found' | 'lease_held' | 'order_state_conflict' | 'required' | 'invalid_format' | 'not_allowed_amount';

/**
 * The reference of a line's observation: the bank's, or one made from the line's id. A repeated number gets a longer reference, because an
 * equal reference would replace the earlier observation.
 */
async function referenceFor(tx: Tx, { id, reference }: LineRow, orderId: string): Promise<string> {
  const lineReference = `line ${id.slice(0, 8)}`;
  if (reference === null) return lineReference;
  const isUsed = (await findObservedReferences(tx, orderId)).some((observed) => referenceOf(observed) === referenceOf(reference));
  return isUsed ? `${reference}, ${lineReference}` : reference;
}

/** When the payment arrived. If the bank gives only a day, the time of the customer's "I have paid". Undefined: the time of the import. */
function paidAtOf(line: LineRow, order: Order): string | undefined {
  const at = line.is_day_only ? order.claim?.at : line.at.getTime();
  return at === undefined || at < order.createdAt ? undefined : toRfc3339(at);
}

/**
 * Records the line at the order like an operator's observation (domain 5, R67), with the same rules for short, excess, late and second
 * payments. Returns the reference of the observation.
 */
async function recordAtOrder(
  deps: MatchDeps,
  tx: Tx,
  { line, orderId, operatorId }: { readonly line: LineRow; readonly orderId: string; readonly operatorId: string },
): Promise<Result<string, MatchRefusal>> {
  const subject = { kind: 'order', id: orderId } as const;
  const order = await lockOrder(tx, orderId);
  const system = deps.catalogue.paymentSystem(line.payment_system_code);
  if (!order || !system || order.incomeCode !== system.code) return refuse({ code: 'not_found' });
  const reference = await referenceFor(tx, line, orderId);
  const hadLease = (await findLease(deps, tx, { subject, operatorId }))?.is_mine === true;
  const claimed = await claimLease(deps, tx, { subject, operatorId });
  if (!claimed.ok) return claimed;
  const recorded = await recordObservation(deps, tx, {
    orderId,
    version: order.version,
    amount: formatAmount(BigInt(line.amount), system.scale),
    reference,
    seenAt: paidAtOf(line, order),
    note: line.text,
    beyondRail: false,
    // Each bank line is a separate transfer, even with the same number
    isAnother: true,
    operatorId,
  });
  if (!hadLease) await releaseLease(deps, tx, { subject, operatorId });
  // Where the rail also reports payments, a large observation needs a second operator: then the line stays unmatched
  const needsSecondOperator: Result<string, MatchRefusal> = refuse({ code: 'order_state_conflict', message: 'line_needs_second_person' });
  if (recorded.ok) return recorded.value.state === 'recorded' ? accept(reference) : needsSecondOperator;
  const refusals = recorded.refusals.flatMap(({ code, ...refusal }) => (code === 'approval_conflict' ? [] : [{ ...refusal, code }]));
  return refusals.length === 0 ? needsSecondOperator : { ok: false, refusals };
}

/** Releases a line's money from suspense to its order. */
async function release(
  deps: Pick<Deps, 'random' | 'catalogue' | 'secrets'>,
  tx: Tx,
  line: LineRow,
  by: { readonly orderId: string | null; readonly operatorId: string },
): Promise<void> {
  const asset = deps.catalogue.paymentSystem(line.payment_system_code)?.asset ?? '';
  const money = { lineId: line.id, wallet: line.wallet, asset, amount: BigInt(line.amount) };
  await post(deps, tx, [releaseUnmatched(money, 'unmatched_matched')], {
    orderId: null,
    actor: 'operator',
    actorId: by.operatorId,
    reason: `order ${by.orderId}`,
  });
}

interface LineMatch {
  /** The unmatched line; it must be locked. */
  readonly line: LineRow;
  readonly orderId: string;
  /** Reference of an existing observation of this payment at the order, which the line only confirms. Null: none. */
  readonly entryReference: string | null;
  /** The operator's reason for this order; null when the match is certain. */
  readonly reason: string | null;
  readonly operatorId: string;
  /** Whether the line's money was posted to suspense. */
  readonly isInSuspense: boolean;
}

/** Accepts the reference of an existing observation, if the order exists. */
const confirmEntry = async (tx: Tx, orderId: string, entryReference: string): Promise<Result<string, 'not_found'>> =>
  (await findOrder(tx, orderId)) ? accept(entryReference) : refuse({ code: 'not_found' });

/** Matches a line to an order, which gets its money. If the order refuses it, the line stays in suspense. */
export async function matchLine(deps: MatchDeps, tx: Tx, input: LineMatch): Promise<Result<null, MatchRefusal>> {
  const { line, orderId, operatorId, entryReference, reason, isInSuspense } = input;
  const observed = entryReference === null ? await recordAtOrder(deps, tx, input) : await confirmEntry(tx, orderId, entryReference);
  if (!observed.ok) return observed;
  if (isInSuspense) await release(deps, tx, line, { orderId, operatorId });
  const match = { orderId, reference: observed.value, explains: entryReference !== null, by: operatorId, now: deps.clock.now() };
  if (!(await saveMatched(tx, line.id, match))) return refuse({ code: 'order_state_conflict' });
  deps.live.hint(tx, LINES_CHANNEL, line.id);
  const detail = {
    line_id: line.id,
    payment_system: line.payment_system_code,
    amount: line.amount,
    reference: line.reference,
    recorded_before: entryReference !== null,
    ...(reason === null ? {} : { note: reason }),
  };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'bank_line.match', subjectType: 'order', subjectId: orderId, detail });
  return accept(null);
}
