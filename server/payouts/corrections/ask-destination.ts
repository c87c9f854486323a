import { DESTINATION_LINK_MS, mayCorrectDestination } from '#core/payout.ts';
import type { Order } from '#core/order/order.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { type HeldOrder, lockHeldOrder } from '#server/orders/lock-held-order.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { isContradicted } from '#server/payouts/by-hand/find-contradiction.ts';
import { findAttempts } from '#server/payouts/store.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { REQUEST_LETTER } from './request-letter.ts';
import { findAnswers, replaceRequest } from './store.ts';

/** Nothing of this payout can be under way, and nobody says that it has left: where it goes may change. */
export const isCorrectable = async (db: Queryable, { id, status }: Pick<Order, 'id' | 'status'>): Promise<boolean> =>
  mayCorrectDestination(status, await findAttempts(db, id)) && !(await isContradicted(db, id));

/** Whether the customer may be asked: his one correction is not used, and no answer of his waits for a person. */
export async function mayBeAsked(deps: Pick<Deps, 'clock'>, db: Queryable, order: Pick<Order, 'id' | 'status'>): Promise<boolean> {
  if (!(await isCorrectable(db, order))) return false;
  const { isWaiting, isUsed } = await findAnswers(db, order.id, deps.clock.now());
  return !isWaiting && !isUsed;
}

interface Asking {
  /** Null: the product itself. */
  readonly operatorId: string | null;
  readonly note: string;
}

/** Asks the customer of a locked order for another destination: a letter with a link that works once, in the place of an older one. */
async function ask(deps: MoveDeps, tx: Tx, order: Order, { operatorId, note }: Asking): Promise<void> {
  const id = deps.random.uuid();
  const now = deps.clock.now();
  const expiresAt = now + DESTINATION_LINK_MS;
  await replaceRequest(tx, { id, orderId: order.id, recipient: order.email, expiresAt, askedBy: operatorId, note, now });
  const told = { kind: REQUEST_LETTER, subject: id, recipient: order.email, version: 1, topic: 'asked', isPaid: true };
  await noteNews(tx, { ...told, changedAt: now, dueAt: now, alsoTo: { orderId: order.id } });
  const by = operatorId === null ? 'system' : 'operator';
  await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by }, by: { actorId: operatorId } });
}

/** An operator asks the customer where a payout that failed goes instead (domain 5). Nothing is paid by it. */
export async function askDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: HeldOrder & { readonly note: string },
): Promise<Result<null, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const held = await lockHeldOrder(deps, tx, input);
  if (!held.ok) return held;
  const order = held.value;
  if (!(await isCorrectable(tx, order))) return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  if (!(await mayBeAsked(deps, tx, order))) return refuse({ code: 'order_state_conflict', message: 'destination_given' });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'payout.ask_correction',
    subjectType: 'order',
    subjectId: order.id,
    detail: { note: input.note, email: maskEmail(order.email) },
  });
  await ask(deps, tx, order, input);
  return accept(null);
}

/** The same by itself, where whoever could not pay says that the destination is wrong. The order is locked and as it now is. */
export async function askByItself(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  if (await mayBeAsked(deps, tx, order)) await ask(deps, tx, order, { operatorId: null, note: '' });
}
