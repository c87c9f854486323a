/*
 * The service worker: shows push notifications, and an offline page without a connection. Nothing else is cached, so that no outdated
 * page or rate is shown.
 */

/** The service worker API used here: the compiler loads the types of a page, not of a worker. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchRequestEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface PushMessageEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}
interface NotificationClickEvent extends ExtendableEvent {
  readonly notification: Notification;
}
interface PageClient {
  readonly url: string;
  focus(): Promise<unknown>;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchRequestEvent) => void): void;
  addEventListener(name: 'push', listener: (event: PushMessageEvent) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: NotificationClickEvent) => void): void;
}

const scope = globalThis as unknown as Scope;
const CACHE = 'offline';
const PAGES = ['/offline', '/en/offline'] as const;
/** Paths that are not pages of the customer app. */
const EXCLUDED_PATHS = /^\/(?:office|api|sandbox|widget)(?:[/.]|$)/;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // `reload` bypasses the HTTP cache: a new worker stores the current page
  await cache.addAll(PAGES.map((page) => new Request(page, { cache: 'reload' })));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // Navigation preload would request each page twice, and the first response would use up one-time content
  await scope.registration.navigationPreload.disable();
  await scope.clients.claim();
}

/** The page from the network; without a connection, the offline page. */
async function pageOf({ request }: FetchRequestEvent): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const offlinePage = await caches.match(/^\/en(?:\/|$)/.test(new URL(request.url).pathname) ? PAGES[1] : PAGES[0]);
    if (offlinePage === undefined) throw error;
    return offlinePage;
  }
}

const payloadOf = (event: PushMessageEvent): Readonly<Record<string, string>> => {
  try {
    const payload = event.data?.json();
    return typeof payload === 'object' && payload !== null ? (payload as Record<string, string>) : {};
  } catch {
    return {};
  }
};

/** Shows every message, as browsers require; a newer one with the same tag replaces the older. */
function showNotification(event: PushMessageEvent): Promise<void> {
  const { title = '', text = '', url = '/', tag = 'notice', lang = 'ru' } = payloadOf(event);
  return scope.registration.showNotification(title, { body: text, tag, lang, data: url, icon: '/apple-touch-icon.png' });
}

/** URL without its query and fragment: a page may change them while it is open. */
const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? url;

/** Focuses a tab that shows the notification's URL, or opens one. A URL of another site opens the home page instead. */
async function openPage(notification: Notification): Promise<unknown> {
  const requested = new URL(String(notification.data), globalThis.location.origin);
  const url = requested.origin === globalThis.location.origin ? requested.href : globalThis.location.origin;
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const existing = pages.find((page) => withoutQuery(page.url) === url);
  return existing === undefined ? await scope.clients.openWindow(url) : await existing.focus();
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (mode === 'navigate' && method === 'GET' && !EXCLUDED_PATHS.test(new URL(url).pathname)) event.respondWith(pageOf(event));
});
scope.addEventListener('push', (event) => event.waitUntil(showNotification(event)));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification));
});
