import { formatDateTime } from '#core/format/moment.ts';
import type { Order } from '#core/order/order.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { type PresentDeps, presentOrder } from '#server/orders/customer/present.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { orderEmailKind, queueOrderMail } from './order-email-kind.ts';

/** Kind of the mails about missed promises. */
export const PROMISE_EMAIL = 'promise';

/** Queues a mail about a missed promise. */
export const queueMissedPromiseMail = async (tx: Tx, order: Order, missedAt: Instant, now: Instant): Promise<void> =>
  await queueOrderMail(tx, order, { kind: PROMISE_EMAIL, topic: 'missed', version: Math.floor(missedAt / SECOND_MS), now });

/** The mail about a late payout: the missed time and the new one, as on the order's page; the last mail has no new time. */
export const promiseEmailKind = (deps: PresentDeps & Pick<Deps, 'db' | 'settings'>): EmailKind =>
  orderEmailKind(deps, async (id) => {
    const order = await findOrder(deps.db, id);
    if (order === undefined) return undefined;
    const { locale } = order;
    const { payout_promise: promise, payout_overdue_since: overdue } = (await presentOrder(deps, deps.db, { order, locale })).attributes;
    const common = { order, lines: [], button: 'order_letters.open', event: 'payout' } as const;
    if (overdue !== null) return { ...common, key: 'promises_over', params: { missed: formatDateTime(overdue, locale) } };
    if (promise === null || promise.missed_at === null) return undefined;
    const params = { at: formatDateTime(promise.at, locale), missed: formatDateTime(promise.missed_at, locale) };
    return { ...common, key: 'promise_missed', params };
  });
