import { DESTINATION_LINK_MS, mayCorrectDestination } from '#core/payout/payout.ts';
import type { Order } from '#core/order/order.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { noticeReadersOf } from '#server/orders/queries.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { type LeasedOrder, lockLeasedVersion } from '#server/orders/access.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { isContradicted } from '#server/payouts/by-hand/payout-blocks.ts';
import { findAttempts } from '#server/payouts/store.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { REQUEST_MAIL } from './request-mail.ts';
import { findAnswers, replaceRequest } from './store.ts';

/** Whether the payout's destination may change: no attempt can still pay, and no failed attempt is reported as executed. */
export const isCorrectable = async (db: Queryable, { id, status }: Pick<Order, 'id' | 'status'>): Promise<boolean> =>
  mayCorrectDestination(status, await findAttempts(db, id)) && !(await isContradicted(db, id));

/** Whether the customer may be asked: the one correction is not used, and no answer waits for an operator. */
export async function mayRequestDestination(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  order: Pick<Order, 'id' | 'status'>,
): Promise<boolean> {
  if (!(await isCorrectable(db, order))) return false;
  const { isWaiting, isUsed } = await findAnswers(db, order.id, deps.clock.now());
  return !isWaiting && !isUsed;
}

interface RequestInput {
  /** Null: requested automatically. */
  readonly operatorId: string | null;
  readonly note: string;
}

/** Creates a request and mails its one-time link; an older request is closed. The order is locked. */
async function createRequest(deps: MoveDeps, tx: Tx, order: Order, { operatorId, note }: RequestInput): Promise<void> {
  const id = deps.random.uuid();
  const now = deps.clock.now();
  const expiresAt = now + DESTINATION_LINK_MS;
  await replaceRequest(tx, { id, orderId: order.id, recipient: order.email, expiresAt, askedBy: operatorId, note, now });
  const news = { kind: REQUEST_MAIL, subject: id, recipient: order.email, version: 1, topic: 'asked', isPaid: true };
  await queueNews(tx, { ...news, changedAt: now, dueAt: now, noticeReaders: { order: noticeReadersOf(order.id) } });
  const by = operatorId === null ? 'system' : 'operator';
  await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by }, by: { actorId: operatorId } });
}

/** An operator asks the customer for another destination of a failed payout (domain 5). Pays nothing. */
export async function requestDestination(
  deps: MoveDeps & Pick<Deps, 'secrets'>,
  tx: Tx,
  input: LeasedOrder & { readonly note: string },
): Promise<Result<null, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const held = await lockLeasedVersion(deps, tx, input);
  if (!held.ok) return held;
  const order = held.value;
  if (!(await isCorrectable(tx, order))) return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  if (!(await mayRequestDestination(deps, tx, order))) return refuse({ code: 'order_state_conflict', message: 'destination_given' });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'payout.ask_correction',
    subjectType: 'order',
    subjectId: order.id,
    detail: { note: input.note, email: maskEmail(order.email) },
  });
  await createRequest(deps, tx, order, input);
  return accept(null);
}

/** The same without an operator, where the provider blames the destination. The order is locked and current. */
export async function requestDestinationAutomatically(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  if (await mayRequestDestination(deps, tx, order)) await createRequest(deps, tx, order, { operatorId: null, note: '' });
}
