import { orderNumber } from '#core/order/number.ts';
import { mergedOrderTexts, orderEmailFooter } from './order-news.ts';
import { MAIL_DELAY_MS, choiceOfStatus } from '#core/mail/order-mails.ts';
import { surplusOf } from '#core/order/surplus.ts';
import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import { findOrderPromise, type PromiseDeps } from '#server/orders/customer/payout-promise.ts';
import { promiseBeforeExpiry } from '#server/orders/customer/present.ts';
import { findOrderNews, noticeReadersOf } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { emailHeading, orderEmail } from './order-email.ts';
import type { OrderNews } from './order-news.ts';

/** Kind of the e-mails about order states. */
export const ORDER_EMAIL = 'order';

/**
 * The state that the e-mail is about: `payout_pending` is shown as `paid`. Undefined where another e-mail covers it: a failed payout, and a
 * request for another destination.
 */
function currentStatus({ order, promise }: Omit<OrderNews, 'status'>, topic: string): OrderStatus | undefined {
  if (order.status === 'payout_pending') return 'paid';
  if (order.status !== 'payout_failed') return order.status;
  return topic === 'payout_sent' || promise.destinationRequest === 'asked' ? undefined : 'payout_failed';
}

type FactDeps = Pick<Deps, 'db'> & PromiseDeps;

/** Everything an e-mail says about an order now, from the same sources as its page. */
export async function findEmailFacts(deps: FactDeps, id: string): Promise<Omit<OrderNews, 'status'> | undefined> {
  const facts = await findOrderNews(deps.db, id);
  if (facts === undefined) return undefined;
  const { order } = facts;
  const promise = await findOrderPromise(deps, deps.db, order);
  const requisitesFreeAt = order.status === 'awaiting_requisites' ? await deps.orderFacts.findRequisitesPromise(deps.db, id) : undefined;
  const isSurplusQueued = surplusOf(order) > 0n && (await deps.orderFacts.isSurplusReturning(deps.db, id));
  return {
    ...facts,
    promise,
    areRequisitesTaken: requisitesFreeAt !== undefined,
    requisitesPromisedAt: promiseBeforeExpiry(order, requisitesFreeAt),
    isSurplusQueued,
  };
}

/** The e-mail kind of order states: each e-mail shows the state at the time it is sent. */
export const statusEmailKind = (deps: Pick<Deps, 'db' | 'rails' | 'secrets' | 'settings' | 't'> & PromiseDeps): EmailKind => ({
  mergedTexts: mergedOrderTexts(deps),
  async compose({ subject, topic }) {
    const facts = await findEmailFacts(deps, subject);
    const status = facts && currentStatus(facts, topic);
    if (facts === undefined || status === undefined) return undefined;
    const news = { ...facts, status };
    const { order } = news;
    const { locale } = order;
    const choice = choiceOfStatus(status, { hasSurplus: surplusOf(order) > 0n });
    return {
      to: order.email,
      locale,
      email: orderEmail(deps, news),
      line: {
        label: deps.t(locale, 'order_letters.line.several', { id: orderNumber(order.id) }),
        value: emailHeading(deps, news, locale),
        url: orderLinkOf(deps, order),
      },
      choice,
      notice: { event: choice ?? 'action' },
      footer: orderEmailFooter(deps, order),
    };
  },
});

/**
 * Queues the e-mail about an order's new state, in the move's transaction. `since`: when the event happened, where that is not
 * the change of state (settled surplus).
 */
export async function queueStatusEmail(tx: Tx, order: Order, since = order.statusChangedAt): Promise<void> {
  const delayMs = MAIL_DELAY_MS[order.status];
  if (delayMs === null) return;
  await queueNews(tx, {
    kind: ORDER_EMAIL,
    subject: order.id,
    recipient: order.email,
    version: order.version,
    topic: order.status,
    isPaid: order.receivedAmount > 0n,
    changedAt: since,
    dueAt: since + delayMs,
    noticeReaders: { order: noticeReadersOf(order.id) },
  });
}
