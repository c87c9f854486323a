import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailKind } from '#server/mails/email-kind.ts';
import { findOrderNews } from '#server/orders/queries.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { valueEntries } from '#server/orders/readable-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { orderEmailKind, queueOrderMail } from './order-email-kind.ts';

/** Kind of the mails about a changed payout destination. */
export const DESTINATION_EMAIL = 'destination';

/** Queues a mail about the new payout destination, due at once so that the customer can object (quality R56). */
export const queueDestinationMail = async (tx: Tx, order: Order, now: Instant): Promise<void> =>
  await queueOrderMail(tx, order, { kind: DESTINATION_EMAIL, topic: 'corrected', version: order.version, now });

/** The mail about the current payout destination, masked as on the order's page. */
export const destinationEmailKind = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): EmailKind =>
  orderEmailKind(deps, async (id) => {
    const news = await findOrderNews(deps.db, id);
    if (news === undefined) return undefined;
    const { order, destination } = news;
    const lines = valueEntries(orderSides(deps.catalogue, order).outcome.outcomeFields, destination, order.locale);
    return { order, key: 'destination', params: {}, lines, button: 'order_letters.destination.button', event: 'action' };
  });
