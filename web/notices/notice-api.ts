import {
  type OrderNoticesAttributes,
  addBrowser,
  addOrderBrowser,
  getNotices,
  getOrderNotices,
  linkOrderTelegram,
  linkTelegram,
  removeBrowser,
  removeOrderBrowser,
  unlinkOrderTelegram,
  unlinkTelegram,
} from '#contract/account/notices.ts';
import { call } from '#contract/call.ts';
import type { Locale } from '#core/locale.ts';
import { browserTransport } from '#web/api/browser-transport.ts';

type Response<T> = { readonly ok: true; readonly data: { readonly attributes: T } } | { readonly ok: false };

/** Push subscription of a browser. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly name: string;
}

/** Calls for the notice channels of an account or an order. */
export interface NoticeApi {
  /** Key under which this browser stores its own id. */
  readonly scope: string;
  read(): Promise<Response<OrderNoticesAttributes>>;
  linkTelegram(): Promise<Response<{ readonly url: string }>>;
  unlinkTelegram(id: string): Promise<{ readonly ok: boolean }>;
  addBrowser(subscription: BrowserSubscription): Promise<Response<OrderNoticesAttributes>>;
  removeBrowser(id: string): Promise<{ readonly ok: boolean }>;
}

/** Channels of one order, for the browser that holds its key. */
export function orderNotices(id: string, locale: Locale): NoticeApi {
  const api = browserTransport(locale);
  return {
    scope: `order.${id}`,
    read: async () => await call(getOrderNotices, { params: { id } }, api),
    linkTelegram: async () => await call(linkOrderTelegram, { params: { id } }, api),
    unlinkTelegram: async (channelId) => await call(unlinkOrderTelegram, { params: { id, place: channelId } }, api),
    addBrowser: async (body) => await call(addOrderBrowser, { params: { id }, body }, api),
    removeBrowser: async (channelId) => await call(removeOrderBrowser, { params: { id, place: channelId } }, api),
  };
}

/** Channels of the signed-in account. */
export function accountNotices(locale: Locale): NoticeApi {
  const api = browserTransport(locale);
  return {
    scope: 'account',
    read: async () => await call(getNotices, {}, api),
    linkTelegram: async () => await call(linkTelegram, {}, api),
    unlinkTelegram: async (channelId) => await call(unlinkTelegram, { params: { place: channelId } }, api),
    addBrowser: async (body) => await call(addBrowser, { body }, api),
    removeBrowser: async (channelId) => await call(removeBrowser, { params: { place: channelId } }, api),
  };
}
