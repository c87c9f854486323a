import type { BrowserContext } from '@playwright/test';
import { makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import {
  callsOf,
  writeNotes,
  makeOrders,
  enterNames,
  openSystem,
  publish,
  type SentTexts,
  publishNotice,
  type Scene,
  exchangeMessages,
  unsentTexts,
  writeReviews,
} from './hostile-input.ts';
import { headingOf } from './office-page.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { OWNER } from './product.ts';
import { signUp } from './signed-calls.ts';

/** Enough to contain the whole corpus several times. */
const ORDERS = 24;

// Hundreds of hostile reviews and a site banner would disturb other tests: a separate instance
let app: RunningApp;
let folder: string;
test.beforeAll(async () => {
  folder = makeFolder();
  app = await startApp({ DATA_DIR: folder, OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password, RATE_LIMITS: 'off' });
});
test.afterAll(async () => {
  await app.stop();
  removeFolder(folder);
});

/** Browser events that no text may cause. Console errors and policy violations fail every test. */
function watch(context: BrowserContext): readonly string[] {
  const findings: string[] = [];
  const own = new URL(app.url).host;
  context.on('dialog', (dialog) => {
    findings.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^https?:$/.test(protocol) && host !== own) findings.push(`asked ${request.url()}`);
  });
  return findings;
}

const hasRun = async (page: Page, path: string) =>
  expect(await page.evaluate(() => '__ran' in globalThis || 'polluted' in {}), path).toBe(false);

/** Opens a page that shows corpus strings, and checks that nothing was executed. */
async function read(page: Page, path: string, shows: string | RegExp = /__ran/): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    const displayed = page.getByText(shows).or(page.locator('input[value*="__ran"]'));
    await expect(displayed.first()).toBeVisible({ timeout: 5_000 });
  }, path).toPass({ timeout: 15_000 });
  if (!path.startsWith('/office')) await untilRunning(page);
  // Content is rendered when it is scrolled into view
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await hasRun(page, path);
}

test('every free text accepts the whole corpus, is shown to customers and operators, and never executes (R47)', async ({
  openContext,
  guard,
}) => {
  // The page of a disabled pair also says so by its status
  guard.allow(/status of 503/);
  // No time limit: it opens more than a hundred pages
  test.setTimeout(900_000);
  const sentTexts: SentTexts = new Map();
  const open = async () => await openContext({ baseURL: app.url, locale: 'en-GB', viewport: { width: 1280, height: 900 } });
  const [site, back] = [await open(), await open()];
  const findings = [watch(site), watch(back)];
  const [page, desk] = [await site.newPage(), await back.newPage()];
  const email = 'hostile@example.org';
  const office = callsOf(back.request, sentTexts);
  const customer = callsOf(site.request, sentTexts);
  await office('createSession', { attributes: OWNER });
  await signUp(page, email, 'en');
  await openSystem(office);
  await read(page, '/en/exchange/advcusd-sbprub');
  const ids = await makeOrders(customer, site.request, { count: ORDERS, email });
  const unread: string[] = [];
  const look: Scene['look'] = async ({ site: own, office: officePage, shows }) => {
    const reads = [
      ...(own === undefined ? [] : [read(page, own, shows)]),
      ...(officePage === undefined ? [] : [read(desk, officePage, shows)]),
    ];
    for (const done of await Promise.allSettled(reads)) if (done.status === 'rejected') unread.push(String(done.reason).slice(0, 400));
  };
  const scene: Scene = { office, customer, site: site.request, back: back.request, email, ids, sentTexts, look };
  await test.step('texts about orders', async () => {
    for (const id of ids.slice(0, 5)) {
      await look({ site: `/en/order/${id}` });
      // Requisites of a paid order are masked here; the remaining part could still execute
      await desk.goto(`/office/orders/${id}`);
      await expect(headingOf(desk, id)).toBeVisible();
      await hasRun(desk, id);
    }
    await writeReviews(scene);
    await enterNames(scene);
  });
  await test.step('messages to the shop, and its answers', async () => {
    const thread = await exchangeMessages(scene);
    await look({ site: `/en/order/${ids[0] ?? ''}#chat`, office: `/office/chat/${thread}` });
    await expect(page.getByRole('log').getByText(/__ran/).first()).toBeVisible();
    await hasRun(page, 'the talk');
    for (const screen of ['business-requests?state=all', 'business-requests?state=declined', 'chat/replies'])
      await look({ office: `/office/${screen}` });
  });
  await test.step("texts of staff: internal notes, messages to a customer, and the site's texts", async () => {
    const customerId = await writeNotes(scene);
    await look({ site: '/en/account/earnings/rewards', office: `/office/orders/${ids[0] ?? ''}` });
    for (const screen of [`customers/${customerId}`, 'blacklist', 'reserves', `earnings?q=${email}`, 'changes', 'systems/SBPRUB'])
      await look({ office: `/office/${screen}` });
    await publishNotice(scene);
    await look({ site: '/en/news', office: '/office/content', shows: (await publish(scene)).slice(0, 24) });
    await look({ office: '/office/content/categories' });
  });
  expect(unread).toEqual([]);
  expect(unsentTexts(sentTexts)).toEqual([]);
  expect(findings).toEqual([[], []]);
});
