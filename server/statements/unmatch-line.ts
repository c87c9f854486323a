import { PAID_NOT_SENT, RECORDABLE_STATUSES } from '#core/order/status.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { keepUnmatched } from '#core/statements/postings.ts';
import { takeBackObservation } from '#server/deposits/take-back-observation.ts';
import { claimLease, findLease, releaseLease } from '#server/leases/lease.ts';
import { post } from '#server/ledger/post.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Order } from '#core/order/order.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { hasLivePayout } from '#server/payouts/queries.ts';
import { readReturningAmount } from '#server/payouts/surplus.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { LINES_CHANNEL, type MatchDeps } from './match-line.ts';
import { countLinesOf, lockLine, saveUnmatched } from './store.ts';

interface Unmatching {
  readonly id: string;
  readonly note: string;
  readonly operatorId: string;
}

type UnmatchRefusal = 'not_found' | 'lease_held' | 'order_state_conflict' | 'required';

const conflict = (message: 'line_not_matched' | 'line_only_explained' | 'line_paid_out'): Result<never, UnmatchRefusal> =>
  refuse({ code: 'order_state_conflict', message });

/** Whether the money of an order can still be taken back without a loss: nothing of it was sent, is being sent or was returned. */
async function isStillHere(tx: Tx, order: Order): Promise<boolean> {
  if (!RECORDABLE_STATUSES.includes(order.status) && !PAID_NOT_SENT.includes(order.status)) return false;
  if (order.surplusReturned > 0n || (await readReturningAmount(tx, order.id)) > 0n) return false;
  return !(await hasLivePayout(tx, order.id));
}

/**
 * Takes a line back from a wrong order to suspense by a correcting posting. Refused once money of the order has left, and for a line that
 * only explained money recorded before.
 */
export async function unmatchLine(deps: MatchDeps, tx: Tx, input: Unmatching): Promise<Result<null, UnmatchRefusal>> {
  const { id, note, operatorId } = input;
  const line = await lockLine(tx, id);
  if (!line) return refuse({ code: 'not_found' });
  if (line.state !== 'matched' || line.order_id === null || line.observed_reference === null) return conflict('line_not_matched');
  if (note === '') return refuse({ code: 'required', field: 'note' });
  // What was recorded before the line is not the line's to take back; unknown for lines of earlier releases
  if (line.explains !== false) return conflict('line_only_explained');
  const order = await lockOrder(tx, line.order_id);
  if (!order) return refuse({ code: 'not_found' });
  if ((await countLinesOf(tx, { id, orderId: order.id, reference: line.observed_reference })) > 0) return conflict('line_only_explained');
  if (!(await isStillHere(tx, order))) return conflict('line_paid_out');
  const subject = { kind: 'order', id: order.id } as const;
  const hadLease = (await findLease(deps, tx, { subject, operatorId }))?.is_mine === true;
  const claimed = await claimLease(deps, tx, { subject, operatorId });
  if (!claimed.ok) return claimed;
  const amount = BigInt(line.amount);
  const taken = await takeBackObservation(deps, tx, { order, reference: line.observed_reference, amount, note, operatorId });
  if (taken !== 'done') return conflict(taken === 'missing' ? 'line_only_explained' : 'line_paid_out');
  if (!hadLease) await releaseLease(deps, tx, { subject, operatorId });
  if (!(await saveUnmatched(tx, id, order.id))) return conflict('line_not_matched');
  const asset = deps.catalogue.paymentSystem(line.payment_system_code)?.asset ?? '';
  const money = { lineId: line.id, wallet: line.wallet, asset, amount };
  await post(deps, tx, [keepUnmatched(money)], { orderId: null, actor: 'operator', actorId: operatorId, reason: `order ${order.id}` });
  deps.live.hint(tx, LINES_CHANNEL, line.id);
  const detail = { line_id: line.id, payment_system: line.payment_system_code, amount: line.amount, reference: line.reference, note };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'bank_line.unmatch', subjectType: 'order', subjectId: order.id, detail });
  return accept(null);
}
