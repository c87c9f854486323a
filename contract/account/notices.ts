import * as z from 'zod/mini';
import type { NOTICE_EVENTS } from '#core/notices/events.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Maximum length of a push endpoint; real ones have a few hundred characters. */
const MAX_ENDPOINT_CHARS = 1000;
export const MAX_BROWSER_NAME = 80;

const Chat = z.object({
  id: z.string(),
  linked_at: z.string(),
  /** The bot was blocked in this chat: no notices are sent. */
  is_blocked: z.boolean(),
});
const Browser = z.object({ id: z.string(), name: z.string(), added_at: z.string() });

/** Channels of notices besides e-mail, and what is needed to add one. */
const places = {
  /** Name of the shop's Telegram bot; null: none, or not reachable. */
  bot: z.nullable(z.string()),
  /** The shop's VAPID public key, base64url; null: browser notices are off. */
  push_key: z.nullable(z.string()),
  chats: z.array(Chat),
  browsers: z.array(Browser),
};

export const OrderNoticesAttributes = z.object(places);
export type OrderNoticesAttributes = z.output<typeof OrderNoticesAttributes>;

const switches = z.object({
  action: z.boolean(),
  payment: z.boolean(),
  payout: z.boolean(),
  completed: z.boolean(),
  closed: z.boolean(),
  account: z.boolean(),
} satisfies Record<(typeof NOTICE_EVENTS)[number], unknown>);

const minute = z.int().check(z.minimum(0), z.maximum(1439));
const Quiet = z.object({ from_minute: minute, to_minute: minute, zone: z.string().check(z.maxLength(64)) });

export const NoticesAttributes = z.object({ ...places, push: switches, telegram: switches, quiet: z.nullable(Quiet) });
export type NoticesAttributes = z.output<typeof NoticesAttributes>;

export const TelegramStartAttributes = z.object({ url: z.string(), expires_at: z.string() });
export type TelegramStartAttributes = z.output<typeof TelegramStartAttributes>;

/** A browser's `PushSubscription`. */
const subscription = z.object({
  endpoint: z.string().check(z.minLength(1), z.maxLength(MAX_ENDPOINT_CHARS)),
  p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}(?:==)?$/)),
  /** Display name of the browser; truncated. */
  name: z._default(z.string().check(z.maxLength(MAX_BROWSER_NAME)), ''),
});

const ofOrder = z.object({ id: z.string().check(z.maxLength(64)) });
const ofOrderPlace = z.extend(ofOrder, { place: z.uuid() });
const place = z.object({ place: z.uuid() });
const notices = { kind: 'resource', type: 'notices', attributes: NoticesAttributes, status: 200 } as const;
const orderNotices = { kind: 'resource', type: 'order_notices', attributes: OrderNoticesAttributes, status: 200 } as const;
const start = { kind: 'resource', type: 'telegram_links', attributes: TelegramStartAttributes, status: 201 } as const;

export const getNotices = endpoint({
  name: 'getNotices',
  summary: "Returns the caller's notice channels, their events and quiet hours",
  method: 'GET',
  path: '/api/v1/user/notices',
  action: 'read_account',
  reply: notices,
  refusals: [],
});

export const saveNotices = endpoint({
  name: 'saveNotices',
  summary: 'Switches events on and off by channel, and sets quiet hours (null: none); omitted members stay unchanged',
  method: 'PUT',
  path: '/api/v1/user/notices',
  action: 'change_account',
  body: z.object({
    push: z.optional(z.partial(switches)),
    telegram: z.optional(z.partial(switches)),
    quiet: z.optional(z.nullable(Quiet)),
  }),
  reply: notices,
  refusals: ['invalid_format'],
});

export const linkTelegram = endpoint({
  name: 'linkTelegram',
  summary: 'Creates a link to the bot, valid once and for 15 minutes: the chat that opens it receives notices of the account',
  method: 'POST',
  path: '/api/v1/user/telegram_links',
  action: 'change_account',
  reply: start,
  refusals: ['not_found'],
});

export const unlinkTelegram = endpoint({
  name: 'unlinkTelegram',
  summary: 'Removes a chat from the notices of the account',
  method: 'DELETE',
  path: '/api/v1/user/telegram_links/{place}',
  action: 'change_account',
  params: place,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});

export const addBrowser = endpoint({
  name: 'addBrowser',
  summary: 'Adds this browser to the notices of the account',
  method: 'POST',
  path: '/api/v1/user/push_subscriptions',
  action: 'change_account',
  body: subscription,
  bodyType: 'push_subscriptions',
  reply: { ...notices, status: 201 },
  refusals: ['invalid_format'],
});

export const removeBrowser = endpoint({
  name: 'removeBrowser',
  summary: 'Removes a browser from the notices of the account',
  method: 'DELETE',
  path: '/api/v1/user/push_subscriptions/{place}',
  action: 'change_account',
  params: place,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});

export const getOrderNotices = endpoint({
  name: 'getOrderNotices',
  summary: 'Returns the notice channels of an order',
  method: 'GET',
  path: '/api/v1/orders/{id}/notices',
  action: 'exchange',
  params: ofOrder,
  reply: orderNotices,
  refusals: ['not_found'],
});

export const linkOrderTelegram = endpoint({
  name: 'linkOrderTelegram',
  summary: 'Creates a link to the bot, valid once and for 15 minutes: the chat that opens it receives notices of the order',
  method: 'POST',
  path: '/api/v1/orders/{id}/telegram_links',
  action: 'exchange',
  params: ofOrder,
  reply: start,
  refusals: ['not_found'],
});

export const unlinkOrderTelegram = endpoint({
  name: 'unlinkOrderTelegram',
  summary: 'Removes a chat from the notices of the order',
  method: 'DELETE',
  path: '/api/v1/orders/{id}/telegram_links/{place}',
  action: 'exchange',
  params: ofOrderPlace,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});

export const addOrderBrowser = endpoint({
  name: 'addOrderBrowser',
  summary: 'Adds this browser to the notices of the order',
  method: 'POST',
  path: '/api/v1/orders/{id}/push_subscriptions',
  action: 'exchange',
  params: ofOrder,
  body: subscription,
  bodyType: 'push_subscriptions',
  reply: { ...orderNotices, status: 201 },
  refusals: ['not_found', 'invalid_format'],
});

export const removeOrderBrowser = endpoint({
  name: 'removeOrderBrowser',
  summary: 'Removes a browser from the notices of the order',
  method: 'DELETE',
  path: '/api/v1/orders/{id}/push_subscriptions/{place}',
  action: 'exchange',
  params: ofOrderPlace,
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});
