/*
 * Our worker of the browser. It shows what a push service brings, and a page of its own where there is no connection. Nothing else is
 * kept: no page, no number, so that nothing stale is ever shown as if it were true.
 */

/** Of the worker's world what is used here; the site's own types are those of a page. */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Pushed extends Waiting {
  readonly data: { json(): unknown } | null;
}
interface Pressed extends Waiting {
  readonly notification: Notification;
}
interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
}
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(how: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(name: 'push', listener: (event: Pushed) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: Pressed) => void): void;
}

const scope = globalThis as unknown as Scope;
const CACHE = 'offline';
const PAGES = ['/offline', '/en/offline'] as const;
/** Not pages of the site, or none of ours to answer for. */
const NOT_OURS = /^\/(?:office|api|sandbox|widget)(?:[/.]|$)/;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Past the browser's own cache: a new worker brings the page as it is today
  await cache.addAll(PAGES.map((page) => new Request(page, { cache: 'reload' })));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // A browser asks ahead for whatever a navigation leads to, and asks again where we leave it the answer: what is given out once would be lost
  await scope.registration.navigationPreload.disable();
  await scope.clients.claim();
}

/** The page from the shop, always; without a connection the one that says so. */
async function pageOf({ request }: Fetching): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const own = await caches.match(/^\/en(?:\/|$)/.test(new URL(request.url).pathname) ? PAGES[1] : PAGES[0]);
    if (own === undefined) throw error;
    return own;
  }
}

const wordsIn = (event: Pushed): Readonly<Record<string, string>> => {
  try {
    const said = event.data?.json();
    return typeof said === 'object' && said !== null ? (said as Record<string, string>) : {};
  } catch {
    return {};
  }
};

/** Every message is shown, as browsers ask for; a newer one about the same takes the place of the older. */
function show(event: Pushed): Promise<void> {
  const { title = '', text = '', url = '/', tag = 'notice', lang = 'ru' } = wordsIn(event);
  return scope.registration.showNotification(title, { body: text, tag, lang, data: url, icon: '/apple-touch-icon.png' });
}

/** Opens our page, in a tab that has it already where there is one; another site is never opened. */
async function open(notification: Notification): Promise<unknown> {
  const asked = new URL(String(notification.data), globalThis.location.origin);
  const url = asked.origin === globalThis.location.origin ? asked.href : globalThis.location.origin;
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url.split(/[?#]/, 1)[0] === url);
  return there === undefined ? await scope.clients.openWindow(url) : await there.focus();
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (mode === 'navigate' && method === 'GET' && !NOT_OURS.test(new URL(url).pathname)) event.respondWith(pageOf(event));
});
scope.addEventListener('push', (event) => event.waitUntil(show(event)));
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification));
});
