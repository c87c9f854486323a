import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { localesOf } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

for (const locale of localesOf('ru')) {
  test(`${locale}: without a connection our own page is shown, until the connection is back`, async ({ page, context, guard }) => {
    // The browser's console message about a connection that the test has cut
    guard.allow(/ERR_INTERNET_DISCONNECTED/);
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(pathIn(locale, '/developers'));
    await untilRunning(page);
    // A plain visit registers the worker
    const state = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    expect(['activating', 'activated']).toContain(state);
    await context.setOffline(true);
    await page.goto(pathIn(locale, '/crypto'));
    await expect(page.getByRole('heading', { level: 1, name: t('notices.offline.heading') })).toBeVisible();
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: t('notices.offline.heading') })).toBeHidden({ timeout: 20_000 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

/** The parts of the service worker's scope that this test reads. */
interface WorkerWorld {
  shown: { readonly title: string; readonly body: string; readonly tag: string; readonly lang: string; readonly data: string }[];
  opened: string[];
  readonly registration: { showNotification: unknown };
  readonly clients: { openWindow: unknown };
}

// A headless browser has no push service and shows no notifications: the push is sent through the devtools, and shown notifications are
// recorded
test('push messages are shown by our worker, unknown ones included; pressing one opens only our pages', async ({ page, context }) => {
  await page.goto('/developers');
  const { origin } = new URL(page.url());
  const tools = await context.newCDPSession(page);
  const known = new Promise<string>((resolve) =>
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    }),
  );
  await tools.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const registrationId = await known;
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const world = globalThis as unknown as WorkerWorld;
    Object.assign(world, { shown: [], opened: [] });
    world.registration.showNotification = async (title: string, more: object) => void world.shown.push({ title, ...more } as never);
    world.clients.openWindow = async (url: string) => void world.opened.push(url);
  });
  const bring = async (data: string) => await tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await bring(JSON.stringify({ title: 'Выплатили', text: '0,1 LTC', url: `${origin}/order/abc`, tag: 'order', lang: 'ru' }));
  await bring(JSON.stringify({ title: 'x', text: '<b>y</b>', url: 'https://elsewhere.example/order/abc', tag: 'other', lang: 'en' }));
  await bring('no message of ours');
  const shown = () => worker.evaluate(() => (globalThis as unknown as WorkerWorld).shown);
  await expect.poll(shown).toMatchObject([
    { title: 'Выплатили', body: '0,1 LTC', tag: 'order', lang: 'ru', data: `${origin}/order/abc` },
    { title: 'x', body: '<b>y</b>', tag: 'other' },
    { title: '', data: '/' },
  ]);
  const opened = await worker.evaluate(async () => {
    const world = globalThis as unknown as WorkerWorld & EventTarget;
    for (const { data } of world.shown) {
      let work: unknown;
      const pressed = Object.assign(new Event('notificationclick'), {
        notification: { data, close: () => undefined },
        waitUntil: (one: unknown) => (work = one),
      });
      world.dispatchEvent(pressed);
      // oxlint-disable-next-line no-await-in-loop -- pressed one after the other
      await work;
    }
    return world.opened;
  });
  expect(opened).toEqual([`${origin}/order/abc`, origin, `${origin}/`]);
});
