import { CARDS_CHANNEL } from './queries.ts';
import type { AuditAction } from '#core/staff/audit-action.ts';
import { CARD_REASON_RULES, type CardReason, VERIFIER_LEASE_MS } from '#core/customer/card-verification.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { SystemReason } from '#core/order/ending.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import { findPayersCard } from '#server/orders/create/card-standing.ts';
import { col, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { findCardEmail, mailCardDecision } from './card-emails.ts';
import { type CardDecision, findVerification, saveDecision, saveClaim, saveReleased, type VerificationRow } from './store.ts';
import { extendOrder, continueOrder } from './verifying-order.ts';

type DecideDeps = MoveDeps & Pick<Deps, 'secrets' | 'catalogue'>;
type DecideRefusal = 'not_found' | 'lease_held' | 'order_state_conflict';

export interface CardAction {
  readonly id: string;
  readonly operatorId: string;
}

/** Records a verifier's action in the audit log, in its transaction. */
export const auditCard = async (
  deps: Pick<Deps, 'random' | 'secrets'>,
  tx: Tx,
  row: VerificationRow,
  { action, operatorId, detail = {} }: { readonly action: AuditAction; readonly operatorId: string; readonly detail?: object },
): Promise<void> =>
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action,
    subjectType: 'card_verification',
    subjectId: row.id,
    detail: { card: row.card_masked, order_id: row.order_id, ...detail },
  });

/** Locks the order before its card. Every transaction that changes both locks them in this sequence. */
async function lockOrderAndCard(tx: Tx, id: string): Promise<{ row: VerificationRow; order: Order | undefined } | undefined> {
  const row = await findVerification(tx, id);
  if (row === undefined) return undefined;
  return { row, order: row.order_id === null ? undefined : await lockOrder(tx, row.order_id) };
}

/** Assigns a card to a verifier, or renews the lease. Others cannot decide the card until the lease ends or is released. */
export async function claimCard(deps: DecideDeps, tx: Tx, { id, operatorId }: CardAction): Promise<Result<VerificationRow, DecideRefusal>> {
  const locked = await lockOrderAndCard(tx, id);
  if (locked === undefined) return refuse({ code: 'not_found' });
  const { row, order } = locked;
  const now = deps.clock.now();
  if (row.decided_at !== null) return refuse({ code: 'order_state_conflict' });
  if (!(await saveClaim(tx, id, { by: operatorId, now, until: now + VERIFIER_LEASE_MS }))) return refuse({ code: 'lease_held' });
  deps.live.hint(tx, CARDS_CHANNEL, id);
  if (row.held_by !== operatorId) {
    await auditCard(deps, tx, row, { action: 'card.take', operatorId });
    // The customer sees that the card is being checked, and the order gets more time
    if (order) await extendOrder(deps, tx, order, { by: 'operator', actorId: operatorId });
  }
  return accept((await findVerification(tx, id)) ?? row);
}

/** Releases a card to its former position in the queue. */
export async function releaseCard(
  deps: DecideDeps,
  tx: Tx,
  { id, operatorId }: CardAction,
): Promise<Result<VerificationRow, DecideRefusal>> {
  const locked = await lockOrderAndCard(tx, id);
  if (locked === undefined) return refuse({ code: 'not_found' });
  if (!(await saveReleased(tx, id, operatorId))) return refuse({ code: 'order_state_conflict' });
  deps.live.hint(tx, CARDS_CHANNEL, id);
  if (locked.order) await extendOrder(deps, tx, locked.order, { by: 'operator', actorId: operatorId });
  return accept((await findVerification(tx, id)) ?? locked.row);
}

const OrderRow = rowType({ id: col.text });
const CardRow = rowType({ card_sealed: col.bytes });

/** Accepts other orders of the same account that wait for the same card. */
async function acceptOtherOrders(deps: DecideDeps, tx: Tx, row: VerificationRow, operatorId: string): Promise<void> {
  if (row.user_id === null) return;
  const { card_sealed } = await tx.one(CardRow, sql`select card_sealed from card_verifications where id::text = ${row.id}`);
  const digits = deps.secrets.unseal(card_sealed);
  const waiting = await tx.many(
    OrderRow,
    sql`
    select id from orders where user_id::text = ${row.user_id} and status = 'awaiting_verification'
      and id is distinct from ${row.order_id} order by id`,
  );
  for (const { id } of waiting) {
    const order = await lockOrder(tx, id);
    if (order?.status !== 'awaiting_verification' || (await findPayersCard(deps, tx, order)) !== digits) continue;
    await continueOrder(deps, tx, order, { by: 'operator', actorId: operatorId });
  }
}

/** The reason of an order that ends because of its card, if the verifier gives no text. */
const END_REASON: Readonly<Partial<Record<CardReason, SystemReason>>> = {
  expired: 'card_expired',
  someone_elses: 'card_someone_elses',
};

async function endOrder(deps: DecideDeps, tx: Tx, order: Order, decision: { reason: CardReason; text: string | null; operatorId: string }) {
  const note = decision.text ?? END_REASON[decision.reason] ?? 'card_refused';
  const cause = { move: 'refuse_verification', by: 'operator', now: deps.clock.now(), note } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: decision.operatorId } });
  if (!moved.ok) throw new Error(`order ${order.id} cannot end: ${moved.refusals[0]?.code}`);
}

/** Mails a decision, unless a mail about the order does. */
async function mailDecision(deps: DecideDeps, tx: Tx, row: VerificationRow, before: Order | undefined): Promise<void> {
  const isMailedByOrder = before?.status === 'awaiting_verification' && !(row.reason !== null && !CARD_REASON_RULES[row.reason].isFinal);
  const email = isMailedByOrder ? undefined : await findCardEmail(tx, row);
  if (email !== undefined) await mailCardDecision(deps, tx, row, email);
}

/** Applies a decision to the waiting order: it continues (T3), ends (T4), or waits for a better photo. */
async function applyToOrder(
  deps: DecideDeps,
  tx: Tx,
  order: Order,
  { decision, operatorId }: { readonly decision: CardDecision; readonly operatorId: string },
): Promise<void> {
  if (decision.state === 'verified') return await continueOrder(deps, tx, order, { by: 'operator', actorId: operatorId });
  const isFinalRefusal = CARD_REASON_RULES[decision.reason].isFinal && order.status === 'awaiting_verification';
  if (isFinalRefusal) return await endOrder(deps, tx, order, { ...decision, operatorId });
  await extendOrder(deps, tx, order, { by: 'operator', actorId: operatorId });
}

/** Decides a card once, by the verifier who has claimed it. Its order changes in the same transaction. */
export async function decideCard(
  deps: DecideDeps,
  tx: Tx,
  { id, operatorId, decision }: CardAction & { readonly decision: CardDecision },
): Promise<Result<VerificationRow, DecideRefusal>> {
  const locked = await lockOrderAndCard(tx, id);
  if (locked === undefined) return refuse({ code: 'not_found' });
  const { row, order } = locked;
  if (!(await saveDecision(tx, id, { decision, by: operatorId, now: deps.clock.now() }))) return refuse({ code: 'order_state_conflict' });
  deps.live.hint(tx, CARDS_CHANNEL, id);
  const detail = decision.state === 'rejected' ? { reason: decision.reason, words: decision.text } : {};
  await auditCard(deps, tx, row, { action: decision.state === 'verified' ? 'card.accept' : 'card.reject', operatorId, detail });
  if (order) await applyToOrder(deps, tx, order, { decision, operatorId });
  if (decision.state === 'verified') await acceptOtherOrders(deps, tx, row, operatorId);
  const decidedRow = (await findVerification(tx, id)) ?? row;
  await mailDecision(deps, tx, decidedRow, order);
  return accept(decidedRow);
}
