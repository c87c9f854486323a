import { CARDS_CHANNEL } from './channel.ts';
import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { AuditAction } from '#core/audit-action.ts';
import { CARD_REASON_RULES, type CardReason, VERIFIER_LEASE_MS } from '#core/card-verification.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { SystemReason } from '#core/order/reason.ts';
import type { Order } from '#core/order/order.ts';
import type { Deps, MoveDeps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { lockById } from '#server/orders/find-order.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import { findPayersCard } from '#server/orders/payers-card.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findCardEmail, tellByCardLetter } from './card-letters.ts';
import { type Decided, findVerification, saveDecided, saveHeld, saveReleased, type VerificationRow } from './store.ts';
import { keepWaiting, letGoOn } from './verifying-order.ts';

type DeedDeps = MoveDeps & Pick<Deps, 'secrets' | 'catalogue'>;
type DeedRefusal = 'not_found' | 'lease_held' | 'order_state_conflict';

export interface OnCard {
  readonly id: string;
  readonly operatorId: string;
}

/** What a verifier did with a card, in the transaction of the deed. */
export const noteCard = async (
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

/** The order first, then its card: everybody who changes both comes in this order. */
async function lockBoth(tx: Tx, id: string): Promise<{ row: VerificationRow; order: Order | undefined } | undefined> {
  const row = await findVerification(tx, id);
  if (row === undefined) return undefined;
  return { row, order: row.order_id === null ? undefined : await lockById(tx, row.order_id) };
}

/** Takes a card in hand, or keeps it: nobody else decides it until its time is over (the page renews it) or it is given back. */
export async function takeCard(deps: DeedDeps, tx: Tx, { id, operatorId }: OnCard): Promise<Result<VerificationRow, DeedRefusal>> {
  const found = await lockBoth(tx, id);
  if (found === undefined) return refuse({ code: 'not_found' });
  const { row, order } = found;
  const now = deps.clock.now();
  if (row.decided_at !== null) return refuse({ code: 'order_state_conflict' });
  if (!(await saveHeld(tx, id, { by: operatorId, now, until: now + VERIFIER_LEASE_MS }))) return refuse({ code: 'lease_held' });
  deps.live.hint(tx, CARDS_CHANNEL, id);
  if (row.held_by !== operatorId) {
    await noteCard(deps, tx, row, { action: 'card.take', operatorId });
    // Its customer sees that somebody looks, and is given time for it
    if (order) await keepWaiting(deps, tx, order, { by: 'operator', actorId: operatorId });
  }
  return accept((await findVerification(tx, id)) ?? row);
}

/** Gives it back to the queue, at its old place. */
export async function giveBackCard(deps: DeedDeps, tx: Tx, { id, operatorId }: OnCard): Promise<Result<VerificationRow, DeedRefusal>> {
  const found = await lockBoth(tx, id);
  if (found === undefined) return refuse({ code: 'not_found' });
  if (!(await saveReleased(tx, id, operatorId))) return refuse({ code: 'order_state_conflict' });
  deps.live.hint(tx, CARDS_CHANNEL, id);
  if (found.order) await keepWaiting(deps, tx, found.order, { by: 'operator', actorId: operatorId });
  return accept((await findVerification(tx, id)) ?? found.row);
}

const OrderRow = z.object({ id: z.string() });
const CardRow = z.object({ card_sealed: z.instanceof(Buffer) });

/** Other orders of the same account that wait for the same card: it is shown once. */
async function letOthersGoOn(deps: DeedDeps, tx: Tx, row: VerificationRow, operatorId: string): Promise<void> {
  if (row.user_id === null) return;
  const { card_sealed } = await tx.one(CardRow, sql`select card_sealed from card_verifications where id::text = ${row.id}`);
  const digits = deps.secrets.unseal(card_sealed);
  const waiting = await tx.many(
    OrderRow,
    sql`
    select id from orders where user_id::text = ${row.user_id} and status = 'awaiting_verification' and id is distinct from ${row.order_id} order by id`,
  );
  for (const { id } of waiting) {
    const order = await lockById(tx, id);
    if (order?.status !== 'awaiting_verification' || (await findPayersCard(deps, tx, order)) !== digits) continue;
    await letGoOn(deps, tx, order, { by: 'operator', actorId: operatorId });
  }
}

/** Which of our own sentences an order that ends because of its card carries, where the verifier has no words of his own. */
const END_REASON: Readonly<Partial<Record<CardReason, SystemReason>>> = {
  expired: 'card_expired',
  someone_elses: 'card_someone_elses',
};

async function endOrder(deps: DeedDeps, tx: Tx, order: Order, said: { reason: CardReason; words: string | null; operatorId: string }) {
  const note = said.words ?? END_REASON[said.reason] ?? 'card_refused';
  const cause = { move: 'refuse_verification', by: 'operator', now: deps.clock.now(), note } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: said.operatorId } });
  if (!moved.ok) throw new Error(`order ${order.id} cannot end: ${moved.refusals[0]?.code}`);
}

/** Where the order's own letters say nothing of a decision, a letter about the card does. */
async function tellCustomer(deps: DeedDeps, tx: Tx, row: VerificationRow, before: Order | undefined): Promise<void> {
  const isTold = before?.status === 'awaiting_verification' && !(row.reason !== null && !CARD_REASON_RULES[row.reason].isFinal);
  const email = isTold ? undefined : await findCardEmail(tx, row);
  if (email !== undefined) await tellByCardLetter(deps, tx, row, email);
}

/** What a decision means for the order that waits: it goes on (T3), ends (T4), or waits for a better photo. */
async function followOrder(
  deps: DeedDeps,
  tx: Tx,
  order: Order,
  { decided, operatorId }: { readonly decided: Decided; readonly operatorId: string },
): Promise<void> {
  if (decided.state === 'verified') return await letGoOn(deps, tx, order, { by: 'operator', actorId: operatorId });
  const isEnd = CARD_REASON_RULES[decided.reason].isFinal && order.status === 'awaiting_verification';
  if (isEnd) return await endOrder(deps, tx, order, { ...decided, operatorId });
  await keepWaiting(deps, tx, order, { by: 'operator', actorId: operatorId });
}

/** The verifier's word, once: by the one who has the card in hand, with its order moved on in the same transaction. */
export async function decideCard(
  deps: DeedDeps,
  tx: Tx,
  { id, operatorId, decided }: OnCard & { readonly decided: Decided },
): Promise<Result<VerificationRow, DeedRefusal>> {
  const found = await lockBoth(tx, id);
  if (found === undefined) return refuse({ code: 'not_found' });
  const { row, order } = found;
  if (!(await saveDecided(tx, id, { decided, by: operatorId, now: deps.clock.now() }))) return refuse({ code: 'order_state_conflict' });
  deps.live.hint(tx, CARDS_CHANNEL, id);
  const detail = decided.state === 'rejected' ? { reason: decided.reason, words: decided.words } : {};
  await noteCard(deps, tx, row, { action: decided.state === 'verified' ? 'card.accept' : 'card.reject', operatorId, detail });
  if (order) await followOrder(deps, tx, order, { decided, operatorId });
  if (decided.state === 'verified') await letOthersGoOn(deps, tx, row, operatorId);
  const after = (await findVerification(tx, id)) ?? row;
  await tellCustomer(deps, tx, after, order);
  return accept(after);
}
