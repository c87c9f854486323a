import type { OrderNoticesAttributes } from '#contract/account/notices.ts';

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
