import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKind } from '#server/mails/letter-kind.ts';
import { findOrderNews } from '#server/orders/find-news.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { valueLines } from '#server/orders/readable-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { letterAboutOrder, noteAboutOrder } from './about-order.ts';

/** Name of the kind; news is noted under it. */
export const DESTINATION_LETTER = 'destination';

/** Notes that the customer is to be told where his money goes now (quality R56): at once, so that he can object. */
export const noteDestinationNews = async (tx: Tx, order: Order, now: Instant): Promise<void> =>
  await noteAboutOrder(tx, order, { kind: DESTINATION_LETTER, topic: 'corrected', version: order.version, now });

/** The letter that tells where a payout goes now, masked as on the order's page. */
export const destinationLetters = (deps: Pick<Deps, 'db' | 'catalogue' | 'secrets' | 'settings' | 't'>): LetterKind =>
  letterAboutOrder(deps, async (id) => {
    const found = await findOrderNews(deps.db, id);
    if (found === undefined) return undefined;
    const { order, destination } = found;
    const lines = valueLines(orderSides(deps.catalogue, order).outcome.outcomeFields, destination, order.locale);
    return { order, words: 'destination', params: {}, lines, button: 'order_letters.destination.button', event: 'action' };
  });
