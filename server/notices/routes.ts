import {
  addBrowser,
  addOrderBrowser,
  getNotices,
  getOrderNotices,
  linkOrderTelegram,
  linkTelegram,
  type NoticesAttributes,
  removeBrowser,
  removeOrderBrowser,
  saveNotices,
  unlinkOrderTelegram,
  unlinkTelegram,
} from '#contract/notices.ts';
import { NOTICE_CHANNELS, NOTICE_EVENTS, type NoticeChannelName } from '#core/notices/events.ts';
import { isZone } from '#core/notices/quiet-hours.ts';
import { accept, refuse } from '#core/result.ts';
import { findWishes, saveQuiet, saveWish, type Wishes, wants } from '#server/mails/notices/wishes.ts';
import { findOwnOrder } from '#server/orders/access.ts';
import { callerOf } from '#server/orders/caller-of.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { endBrowser } from '#server/push/browsers.ts';
import { endChat } from '#server/telegram/chats.ts';
import type { Whose } from '#server/telegram/whose.ts';
import { addSubscription, type PlaceDeps, presentPlaces, startTelegram } from './places.ts';

const ofUser = (userId: string): Whose => ({ userId, orderId: null });
const ofOrder = (orderId: string): Whose => ({ userId: null, orderId });
const switchesOf = (wishes: Wishes, channel: NoticeChannelName): NoticesAttributes['push'] =>
  Object.fromEntries(NOTICE_EVENTS.map((event) => [event, wants(wishes, channel, event)])) as NoticesAttributes['push'];

async function shown(deps: PlaceDeps, db: Queryable, userId: string) {
  const wishes = await findWishes(db, userId);
  const { quiet } = wishes;
  return {
    data: {
      type: 'notices',
      id: 'current',
      attributes: {
        ...(await presentPlaces(deps, db, ofUser(userId))),
        push: switchesOf(wishes, 'push'),
        telegram: switchesOf(wishes, 'telegram'),
        quiet: quiet === null ? null : { from_minute: quiet.from, to_minute: quiet.to, zone: quiet.zone },
      },
    },
  };
}

const shownOrder = async (deps: PlaceDeps, db: Queryable, orderId: string) => ({
  data: { type: 'order_notices', id: orderId, attributes: await presentPlaces(deps, db, ofOrder(orderId)) },
});

/** What an account hears of beside the mail, where and when. */
const accountRoutes = (deps: PlaceDeps): Route[] => [
  route(getNotices, async ({ visitor }) => accept(await shown(deps, deps.db, visitor.userId))),
  route(saveNotices, async ({ visitor, body, tx }) => {
    const { quiet } = body;
    if (quiet !== undefined && quiet !== null && (!isZone(quiet.zone) || quiet.from_minute === quiet.to_minute))
      return refuse({ code: 'invalid_format', field: 'quiet' });
    for (const channel of NOTICE_CHANNELS)
      for (const event of NOTICE_EVENTS) {
        const isOn = body[channel]?.[event];
        if (isOn !== undefined) await saveWish(tx, { userId: visitor.userId, channel, event, isOn }, new Date(deps.clock.now()));
      }
    if (quiet !== undefined)
      await saveQuiet(tx, visitor.userId, quiet && { from: quiet.from_minute, to: quiet.to_minute, zone: quiet.zone });
    return accept(await shown(deps, tx, visitor.userId));
  }),
  route(linkTelegram, async ({ visitor, tx, locale }) => await startTelegram(deps, tx, ofUser(visitor.userId), locale)),
  route(unlinkTelegram, async ({ visitor, params, tx }) => {
    const ended = await endChat(tx, ofUser(visitor.userId), params.place, deps.clock.now());
    return ended ? accept({}) : refuse({ code: 'not_found' });
  }),
  route(addBrowser, async ({ visitor, body, tx, locale }) => {
    const added = await addSubscription(deps, tx, { whose: ofUser(visitor.userId), locale, given: body });
    return added.ok ? accept(await shown(deps, tx, visitor.userId)) : added;
  }),
  route(removeBrowser, async ({ visitor, params, tx }) => {
    const removed = await endBrowser(tx, ofUser(visitor.userId), params.place);
    return removed ? accept({}) : refuse({ code: 'not_found' });
  }),
];

/** The same for one order, for whoever holds it. */
const orderRoutes = (deps: PlaceDeps): Route[] => [
  route(getOrderNotices, async (call) => {
    const order = await findOwnOrder(deps, deps.db, call.params.id, callerOf(call));
    return order === undefined ? refuse({ code: 'not_found' }) : accept(await shownOrder(deps, deps.db, order.id));
  }),
  route(linkOrderTelegram, async (call) => {
    const order = await findOwnOrder(deps, call.tx, call.params.id, callerOf(call));
    return order === undefined ? refuse({ code: 'not_found' }) : await startTelegram(deps, call.tx, ofOrder(order.id), call.locale);
  }),
  route(unlinkOrderTelegram, async (call) => {
    const order = await findOwnOrder(deps, call.tx, call.params.id, callerOf(call));
    const ended = order !== undefined && (await endChat(call.tx, ofOrder(order.id), call.params.place, deps.clock.now()));
    return ended ? accept({}) : refuse({ code: 'not_found' });
  }),
  route(addOrderBrowser, async (call) => {
    const order = await findOwnOrder(deps, call.tx, call.params.id, callerOf(call));
    if (order === undefined) return refuse({ code: 'not_found' });
    const added = await addSubscription(deps, call.tx, { whose: ofOrder(order.id), locale: call.locale, given: call.body });
    return added.ok ? accept(await shownOrder(deps, call.tx, order.id)) : added;
  }),
  route(removeOrderBrowser, async (call) => {
    const order = await findOwnOrder(deps, call.tx, call.params.id, callerOf(call));
    const removed = order !== undefined && (await endBrowser(call.tx, ofOrder(order.id), call.params.place));
    return removed ? accept({}) : refuse({ code: 'not_found' });
  }),
];

/** Where people are told beside the mail. */
export const noticePlaceRoutes = (deps: PlaceDeps): Route[] => [...accountRoutes(deps), ...orderRoutes(deps)];
