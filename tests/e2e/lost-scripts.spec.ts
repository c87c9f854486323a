import { pairPath } from '#core/link/pair-path.ts';
import { exchangeForm } from './exchange-form.ts';
import { expectStatus, makeOrder, openOrder, pay, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, type Page, test } from './page-test.ts';
import { holdRequests } from './routes.ts';
import { wordsOf } from './words.ts';

const t = wordsOf('ru');
/** The browser's console message about a file that failed to load. */
const CUT = /net::ERR_|Failed to fetch/;

/** Aborts requests for these files until the returned function is called. */
async function cut(page: Page, files: RegExp): Promise<() => void> {
  let isCut = true;
  await page.route(files, (route) => (isCut ? route.abort('connectionfailed') : route.continue()));
  return () => {
    isCut = false;
  };
}

test('a list of systems whose code is late does not block the form, and opens when it arrives', async ({ page, guard }) => {
  guard.allow(CUT);
  const mend = await cut(page, /\/assets\/SystemDialog-/);
  const form = exchangeForm(page, 'ru');
  await form.open('/exchange/usdttrc20-sberrub');
  await form.email().fill('kept@example.org');
  await page.getByRole('button', { name: t('exchange.outcome.choose') }).click();
  const again = page.waitForEvent('requestfailed', (request) => request.url().includes('SystemDialog'));
  await again;
  await expect(form.email()).toHaveValue('kept@example.org');
  mend();
  await expect(page.getByRole('dialog', { name: t('exchange.outcome.choose') })).toBeVisible({ timeout: 15_000 });
});

test('numbers whose code failed to load are requested when the connection is back', async ({ page, guard }) => {
  guard.allow(CUT);
  const mend = await cut(page, /\/assets\/fetch-quote-/);
  const form = exchangeForm(page, 'ru');
  await form.open('/exchange/usdttrc20-sberrub');
  await form.amount('income').fill('555');
  await expect(page.getByText(t('exchange.offline'))).toBeVisible({ timeout: 15_000 });
  mend();
  await form.expectNumbers();
  await expect(form.amount('income')).toHaveValue('555');
});

test('an order whose stream failed follows it when the connection is back', async ({ page, guard }) => {
  guard.allow(CUT);
  const mend = await cut(page, /\/assets\/calls-/);
  const order = await makeOrder(ROUBLES_TO_LITECOIN);
  await openOrder(page, order, 'ru');
  await expect(page.getByText(t('order.offline'))).toBeVisible({ timeout: 15_000 });
  mend();
  await expect(page.getByText(t('order.offline'))).toBeHidden({ timeout: 15_000 });
  await pay(order.id, 'exact');
  await expectStatus(page, 'ru', 'completed');
});

// The screen, the route's own file, the messages
for (const files of [/\/assets\/OrderPage-[^/]*\.js$/, /\/assets\/order-[^/]*\.js$/, /\/assets\/order-[^/]*\.json$/])
  test(`an order made while ${files.source} was missing is shown`, async ({ page, guard }) => {
    guard.allow(CUT);
    guard.allow(/Error loading route module/);
    const form = exchangeForm(page, 'ru');
    const [from, to] = [await systemOf('USDTTRC20', 'ru'), await systemOf('SBERRUB', 'ru')];
    await form.open(`${pairPath(from.id, to.id)}?amount=555`);
    await form.expectNumbers();
    await form.fillDetails({ from, to });
    await cut(page, files);
    await form.submitButton().click();
    await expectStatus(page, 'ru', 'awaiting_payment');
    await expect(page).toHaveURL(/\/order\//);
  });

test('pages whose later parts never load stay usable without errors', async ({ page, guard }) => {
  guard.allow(/^Failed to load resource: net::ERR_/);
  await page.route(/\/assets\/.*\.js$/, (route) =>
    route.request().resourceType() === 'fetch' ? route.abort('connectionfailed') : route.continue(),
  );
  for (const path of ['/', '/faq', '/crypto', '/support']) {
    const cutOff = page.waitForEvent('requestfailed', (request) => request.url().includes('install-offer'));
    await page.goto(path);
    await cutOff;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('an amount typed while the catalogue loads stays when the chosen system appears', async ({ page }) => {
  const release = await holdRequests(page, '**/api/v1/payment_systems*');
  const form = exchangeForm(page, 'ru');
  await form.open('/exchange/usdttrc20-sberrub?amount=100');
  await page.getByRole('button', { name: t('exchange.outcome.choose') }).click();
  const dialog = page.getByRole('dialog', { name: t('exchange.outcome.choose') });
  await dialog.getByRole('combobox', { name: t('exchange.search') }).fill('TCSBRUB');
  await dialog.getByRole('option').first().click();
  await expect(dialog).toBeHidden();
  await form.amount('income').fill('333');
  release();
  await expect(page).toHaveURL(/tcsbrub/);
  await form.expectNumbers();
  await expect(form.amount('income')).toHaveValue('333');
});
