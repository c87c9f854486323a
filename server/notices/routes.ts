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
} from '#contract/account/notices.ts';
import { NOTICE_CHANNELS, NOTICE_EVENTS, type NoticeChannelName } from '#core/notices/events.ts';
import { isZone } from '#core/notices/quiet-hours.ts';
import { accept, refuse } from '#core/result.ts';
import {
  findNoticeSettings,
  saveQuietHours,
  saveNoticeSwitch,
  type NoticeSettings,
  isNoticeEnabled,
} from '#server/mails/notices/notice-settings.ts';
import { callerOf, findOwnOrder } from '#server/orders/access.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { unsubscribeBrowser } from '#server/push/browsers.ts';
import { unlinkChat } from '#server/telegram/chats.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';
import { addSubscription, type PlaceDeps, presentPlaces, createTelegramLink } from './places.ts';

const ofUser = (userId: string): NoticeOwner => ({ userId, orderId: null });
const ofOrder = (orderId: string): NoticeOwner => ({ userId: null, orderId });
const switchesOf = (settings: NoticeSettings, channel: NoticeChannelName): NoticesAttributes['push'] =>
  Object.fromEntries(NOTICE_EVENTS.map((event) => [event, isNoticeEnabled(settings, channel, event)])) as NoticesAttributes['push'];

async function presentNotices(deps: PlaceDeps, db: Queryable, userId: string) {
  const settings = await findNoticeSettings(db, userId);
  const { quiet } = settings;
  return {
    data: {
      type: 'notices',
      id: 'current',
      attributes: {
        ...(await presentPlaces(deps, db, ofUser(userId))),
        push: switchesOf(settings, 'push'),
        telegram: switchesOf(settings, 'telegram'),
        quiet: quiet === null ? null : { from_minute: quiet.from, to_minute: quiet.to, zone: quiet.zone },
      },
    },
  };
}

const presentOrderNotices = async (deps: PlaceDeps, db: Queryable, orderId: string) => ({
  data: { type: 'order_notices', id: orderId, attributes: await presentPlaces(deps, db, ofOrder(orderId)) },
});

/** An account's notice channels, events and quiet hours. */
const accountRoutes = (deps: PlaceDeps): Route[] => [
  route(getNotices, async ({ visitor }) => accept(await presentNotices(deps, deps.db, visitor.userId))),
  route(saveNotices, async ({ visitor, body, tx }) => {
    const { quiet } = body;
    if (quiet !== undefined && quiet !== null && (!isZone(quiet.zone) || quiet.from_minute === quiet.to_minute))
      return refuse({ code: 'invalid_format', field: 'quiet' });
    for (const channel of NOTICE_CHANNELS)
      for (const event of NOTICE_EVENTS) {
        const isOn = body[channel]?.[event];
        if (isOn !== undefined) await saveNoticeSwitch(tx, { userId: visitor.userId, channel, event, isOn }, new Date(deps.clock.now()));
      }
    if (quiet !== undefined)
      await saveQuietHours(tx, visitor.userId, quiet && { from: quiet.from_minute, to: quiet.to_minute, zone: quiet.zone });
    return accept(await presentNotices(deps, tx, visitor.userId));
  }),
  route(linkTelegram, async ({ visitor, tx, locale }) => await createTelegramLink(deps, tx, ofUser(visitor.userId), locale)),
  route(unlinkTelegram, async ({ visitor, params, tx }) => {
    const ended = await unlinkChat(tx, ofUser(visitor.userId), params.place, deps.clock.now());
    return ended ? accept({}) : refuse({ code: 'not_found' });
  }),
  route(addBrowser, async ({ visitor, body, tx, locale }) => {
    const added = await addSubscription(deps, tx, { whose: ofUser(visitor.userId), locale, given: body });
    return added.ok ? accept(await presentNotices(deps, tx, visitor.userId)) : added;
  }),
  route(removeBrowser, async ({ visitor, params, tx }) => {
    const removed = await unsubscribeBrowser(tx, ofUser(visitor.userId), params.place);
    return removed ? accept({}) : refuse({ code: 'not_found' });
  }),
];

/** The same for one order, for holders of its token. */
const orderRoutes = (deps: PlaceDeps): Route[] => [
  route(getOrderNotices, async (call) => {
    const order = await findOwnOrder(deps, deps.db, call.params.id, callerOf(call));
    return order === undefined ? refuse({ code: 'not_found' }) : accept(await presentOrderNotices(deps, deps.db, order.id));
  }),
  route(linkOrderTelegram, async (call) => {
    const order = await findOwnOrder(deps, call.tx, call.params.id, callerOf(call));
    return order === undefined ? refuse({ code: 'not_found' }) : await createTelegramLink(deps, call.tx, ofOrder(order.id), call.locale);
  }),
  route(unlinkOrderTelegram, async (call) => {
    const order = await findOwnOrder(deps, call.tx, call.params.id, callerOf(call));
    const ended = order !== undefined && (await unlinkChat(call.tx, ofOrder(order.id), call.params.place, deps.clock.now()));
    return ended ? accept({}) : refuse({ code: 'not_found' });
  }),
  route(addOrderBrowser, async (call) => {
    const order = await findOwnOrder(deps, call.tx, call.params.id, callerOf(call));
    if (order === undefined) return refuse({ code: 'not_found' });
    const added = await addSubscription(deps, call.tx, { whose: ofOrder(order.id), locale: call.locale, given: call.body });
    return added.ok ? accept(await presentOrderNotices(deps, call.tx, order.id)) : added;
  }),
  route(removeOrderBrowser, async (call) => {
    const order = await findOwnOrder(deps, call.tx, call.params.id, callerOf(call));
    const removed = order !== undefined && (await unsubscribeBrowser(call.tx, ofOrder(order.id), call.params.place));
    return removed ? accept({}) : refuse({ code: 'not_found' });
  }),
];

/** Endpoints of notice channels. */
export const noticePlaceRoutes = (deps: PlaceDeps): Route[] => [...accountRoutes(deps), ...orderRoutes(deps)];
