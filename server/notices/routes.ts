import {
  addBrowser,
  addOrderBrowser,
  getNotices,
  getOrderNotices,
  linkOrderTelegram,
  linkTelegram,
  type NoticesAttributes,
  type OrderNoticesAttributes,
  removeBrowser,
  removeOrderBrowser,
  saveNotices,
  unlinkOrderTelegram,
  unlinkTelegram,
} from '#contract/account/notices.ts';
import type { Locale } from '#core/locale.ts';
import { NOTICE_CHANNELS, NOTICE_EVENTS, type NoticeChannelName } from '#core/notices/events.ts';
import { isZone } from '#core/notices/quiet-hours.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';
import {
  findNoticeSettings,
  isNoticeEnabled,
  type NoticeSettings,
  saveNoticeSwitch,
  saveQuietHours,
} from '#server/mails/notices/notice-settings.ts';
import { callerOf, findOwnOrder } from '#server/orders/access.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { subscribeBrowser, type BrowserInput, browsersOf, isValidKey, pushKeys, unsubscribeBrowser } from '#server/push/browsers.ts';
import { botName, chatsOf, makeStartLink, unlinkChat } from '#server/telegram/chats.ts';
import { checkWebhookUrl } from '#server/webhooks/webhook-request.ts';

export type NoticeRouteDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'settings'>;

/** A bot that has not answered for this long is treated as stopped. */
const BOT_SEEN_WITHIN_MS = 10 * MINUTE_MS;

/** Notice channels of an account or order. */
export async function presentNoticeChannels(deps: NoticeRouteDeps, db: Queryable, owner: NoticeOwner): Promise<OrderNoticesAttributes> {
  const { modulesOff = [] } = deps.settings;
  const { publicKey } = await pushKeys(deps, db);
  return {
    bot: modulesOff.includes('telegram') ? null : ((await botName(db, deps.clock.now() - BOT_SEEN_WITHIN_MS)) ?? null),
    push_key: modulesOff.includes('push') ? null : publicKey,
    chats: (await chatsOf(db, owner)).map(({ id, linkedAt, isBlocked }) => ({
      id,
      linked_at: linkedAt.toISOString(),
      is_blocked: isBlocked,
    })),
    browsers: (await browsersOf(db, owner)).map(({ id, name, addedAt }) => ({ id, name, added_at: addedAt.toISOString() })),
  };
}

/** Creates a link to the bot. Refused while no bot runs. */
export async function createTelegramLink(deps: NoticeRouteDeps, tx: Tx, owner: NoticeOwner, locale: Locale) {
  const bot = await botName(tx, deps.clock.now() - BOT_SEEN_WITHIN_MS);
  if (bot === undefined) return refuse({ code: 'not_found' });
  const { url, expiresAt } = await makeStartLink(deps, tx, { owner, bot, locale });
  return accept({ data: { type: 'telegram_links', id: 'new', attributes: { url, expires_at: toRfc3339(expiresAt) } } });
}

/** Adds a browser's push subscription. Its endpoint must be a public host, like every address that a client sends (R49). */
export async function addSubscription(
  deps: NoticeRouteDeps,
  tx: Tx,
  { owner, locale, browser }: { readonly owner: NoticeOwner; readonly locale: Locale; readonly browser: BrowserInput },
): Promise<Result<null, 'invalid_format'>> {
  const { webhookHosts = [], publicUrl } = deps.settings;
  const checked = checkWebhookUrl(browser.endpoint, { allowedHosts: webhookHosts, ownHost: new URL(publicUrl).hostname });
  if (!checked.ok) return refuse({ code: 'invalid_format', field: 'endpoint' });
  if (!isValidKey(browser.p256dh)) return refuse({ code: 'invalid_format', field: 'p256dh' });
  await subscribeBrowser(deps, tx, { owner, locale, browser: { ...browser, endpoint: checked.url.href } });
  return accept(null);
}

const ofUser = (userId: string): NoticeOwner => ({ userId, orderId: null });
const ofOrder = (orderId: string): NoticeOwner => ({ userId: null, orderId });
const switchesOf = (settings: NoticeSettings, channel: NoticeChannelName): NoticesAttributes['push'] =>
  Object.fromEntries(NOTICE_EVENTS.map((event) => [event, isNoticeEnabled(settings, channel, event)])) as NoticesAttributes['push'];

async function presentNotices(deps: NoticeRouteDeps, db: Queryable, userId: string) {
  const settings = await findNoticeSettings(db, userId);
  const { quiet } = settings;
  return {
    data: {
      type: 'notices',
      id: 'current',
      attributes: {
        ...(await presentNoticeChannels(deps, db, ofUser(userId))),
        push: switchesOf(settings, 'push'),
        telegram: switchesOf(settings, 'telegram'),
        quiet: quiet === null ? null : { from_minute: quiet.from, to_minute: quiet.to, zone: quiet.zone },
      },
    },
  };
}

const presentOrderNotices = async (deps: NoticeRouteDeps, db: Queryable, orderId: string) => ({
  data: { type: 'order_notices', id: orderId, attributes: await presentNoticeChannels(deps, db, ofOrder(orderId)) },
});

/** An account's notice channels, events and quiet hours. */
const accountRoutes = (deps: NoticeRouteDeps): Route[] => [
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
    const added = await addSubscription(deps, tx, { owner: ofUser(visitor.userId), locale, browser: body });
    return added.ok ? accept(await presentNotices(deps, tx, visitor.userId)) : added;
  }),
  route(removeBrowser, async ({ visitor, params, tx }) => {
    const removed = await unsubscribeBrowser(tx, ofUser(visitor.userId), params.place);
    return removed ? accept({}) : refuse({ code: 'not_found' });
  }),
];

/** The same for one order, for holders of its token. */
const orderRoutes = (deps: NoticeRouteDeps): Route[] => [
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
    const added = await addSubscription(deps, call.tx, { owner: ofOrder(order.id), locale: call.locale, browser: call.body });
    return added.ok ? accept(await presentOrderNotices(deps, call.tx, order.id)) : added;
  }),
  route(removeOrderBrowser, async (call) => {
    const order = await findOwnOrder(deps, call.tx, call.params.id, callerOf(call));
    const removed = order !== undefined && (await unsubscribeBrowser(call.tx, ofOrder(order.id), call.params.place));
    return removed ? accept({}) : refuse({ code: 'not_found' });
  }),
];

/** Endpoints of notice channels. */
export const noticePlaceRoutes = (deps: NoticeRouteDeps): Route[] => [...accountRoutes(deps), ...orderRoutes(deps)];
