import type { OrderNoticesAttributes } from '#contract/notices.ts';

type Answer<T> = { readonly ok: true; readonly data: { readonly attributes: T } } | { readonly ok: false };

/** What a browser says of itself to be reached. */
export interface BrowserPlace {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly name: string;
}

/** The places of an account or an order, as their page asks for them. */
export interface NoticeApi {
  /** Under which name this browser remembers that it is one of them. */
  readonly scope: string;
  read(): Promise<Answer<OrderNoticesAttributes>>;
  linkTelegram(): Promise<Answer<{ readonly url: string }>>;
  unlinkTelegram(id: string): Promise<{ readonly ok: boolean }>;
  addBrowser(place: BrowserPlace): Promise<Answer<OrderNoticesAttributes>>;
  removeBrowser(id: string): Promise<{ readonly ok: boolean }>;
}
