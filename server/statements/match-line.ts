import { LINES_CHANNEL } from './channel.ts';
import { releaseUnmatched } from '#core/statements/postings.ts';
import { formatAmount } from '#core/money/amount.ts';
import { referenceOf } from '#core/order/payment-reports.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import type { Deps } from '#server/deps.ts';
import { claimLease, findLease, releaseLease } from '#server/leases/lease.ts';
import { post } from '#server/ledger/post.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { findOrder, lockOrder } from '#server/orders/queries.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findSaidNames, type LineRow, saveMatched } from './store.ts';

export type MatchDeps = MoveDeps & Pick<Deps, 'rails'>;
export type MatchRefusal = 'not_found' | 'lease_held' | 'order_state_conflict' | 'required' | 'invalid_format' | 'not_allowed_amount';

/**
 * The reference of a line's observation: the bank's, else the line's own. Payers number alike and an observation replaces its equal: a
 * second line gets its own reference.
 */
async function nameFor(tx: Tx, { id, reference }: LineRow, orderId: string): Promise<string> {
  const own = `line ${id.slice(0, 8)}`;
  if (reference === null) return own;
  const isTaken = (await findSaidNames(tx, orderId)).some((name) => referenceOf(name) === referenceOf(reference));
  return isTaken ? `${reference}, ${own}` : reference;
}

/** When the payment came. If the bank gives only a day, the customer's "I have paid"; undefined: the time of the import. */
function momentOf(line: LineRow, order: Order): string | undefined {
  const at = line.is_day_only ? order.claim?.at : line.at.getTime();
  return at === undefined || at < order.createdAt ? undefined : toRfc3339(at);
}

/** Records the line at the order like an operator's observation (domain 5, R67), with the same rules for short, over, late and twice. */
async function observe(
  deps: MatchDeps,
  tx: Tx,
  { line, orderId, operatorId }: { readonly line: LineRow; readonly orderId: string; readonly operatorId: string },
): Promise<Result<string, MatchRefusal>> {
  const subject = { kind: 'order', id: orderId } as const;
  const order = await lockOrder(tx, orderId);
  const system = deps.catalogue.paymentSystem(line.payment_system_code);
  if (!order || !system || order.incomeCode !== system.code) return refuse({ code: 'not_found' });
  const reference = await nameFor(tx, line, orderId);
  const wasHis = (await findLease(deps, tx, { subject, operatorId }))?.is_mine === true;
  const claimed = await claimLease(deps, tx, { subject, operatorId });
  if (!claimed.ok) return claimed;
  const recorded = await recordObservation(deps, tx, {
    orderId,
    version: order.version,
    amount: formatAmount(BigInt(line.amount), system.scale),
    reference,
    seenAt: momentOf(line, order),
    note: line.text,
    beyondRail: false,
    // Each line of the bank's is a transfer of its own; payers number theirs alike
    isAnother: true,
    operatorId,
  });
  if (!wasHis) await releaseLease(deps, tx, { subject, operatorId });
  // Where a rail speaks too, a large word of one person waits for a second: then the line waits as well
  const waits: Result<string, MatchRefusal> = refuse({ code: 'order_state_conflict', message: 'line_needs_second_person' });
  if (recorded.ok) return recorded.value.state === 'recorded' ? accept(reference) : waits;
  const refusals = recorded.refusals.flatMap(({ code, ...words }) => (code === 'approval_conflict' ? [] : [{ ...words, code }]));
  return refusals.length === 0 ? waits : { ok: false, refusals };
}

/** Releases a line's money from suspense to its order. */
async function release(
  deps: Pick<Deps, 'random' | 'catalogue'>,
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

export interface MatchLine {
  /** Under its lock, unmatched. */
  readonly line: LineRow;
  readonly orderId: string;
  /** Reference of an existing observation of this payment at the order, which the line only confirms. Null: none. */
  readonly word: string | null;
  /** The operator's reason for this order; null when the match is certain. */
  readonly reason: string | null;
  readonly operatorId: string;
  /** Whether it was put into suspense. */
  readonly isKept: boolean;
}

const isThere = async (tx: Tx, orderId: string, word: string): Promise<Result<string, 'not_found'>> =>
  (await findOrder(tx, orderId)) ? accept(word) : refuse({ code: 'not_found' });

/** Makes a line an order's money. Refuses what the order refuses: it stays in suspense then. */
export async function matchLine(deps: MatchDeps, tx: Tx, input: MatchLine): Promise<Result<null, MatchRefusal>> {
  const { line, orderId, operatorId, word, reason, isKept } = input;
  const observed = word === null ? await observe(deps, tx, input) : await isThere(tx, orderId, word);
  if (!observed.ok) return observed;
  if (isKept) await release(deps, tx, line, { orderId, operatorId });
  if (!(await saveMatched(tx, line.id, { orderId, reference: observed.value, by: operatorId, now: deps.clock.now() })))
    return refuse({ code: 'order_state_conflict' });
  deps.live.hint(tx, LINES_CHANNEL, line.id);
  const detail = {
    line_id: line.id,
    payment_system: line.payment_system_code,
    amount: line.amount,
    reference: line.reference,
    recorded_before: word !== null,
    ...(reason === null ? {} : { note: reason }),
  };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'bank_line.match', subjectType: 'order', subjectId: orderId, detail });
  return accept(null);
}
