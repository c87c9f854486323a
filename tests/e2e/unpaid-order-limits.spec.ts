import { type Api, createApi } from '#tests/make/call-api.ts';
import { provenOrder } from '#tests/make/customer.ts';
import { makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { MAX_UNPAID_ORDERS } from '#core/order/unpaid.ts';
import { exchangeForm } from './exchange-form.ts';
import { systemOf } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { OWNER } from './product.ts';
import { pattern, wordsOf } from './words.ts';

/** A third of the demo's bitcoin reserve in this many orders. */
const SQUATTERS = 11;
const PART = { from: 'USDTTRC20', to: 'BTC', side: 'outcome', amount: '0.43' } as const;
const SMALL = { from: 'USDTTRC20', to: 'LTC', side: 'income', amount: '50' } as const;

const t = wordsOf('ru');
/** A separate product: that of the run has no limits. */
let app: RunningApp;
let folder: string;
test.beforeAll(async () => {
  folder = makeFolder();
  app = await startApp({ DATA_DIR: folder, OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password, TRUSTED_PROXIES: '127.0.0.1' });
});
test.afterAll(async () => {
  await app.stop();
  removeFolder(folder);
});

/** The API called from another network: orders are counted by address. */
const elsewhere = (api: Api): Api => ({
  ...api,
  call: async (method, path, request) =>
    await api.call(method, path, { ...request, headers: { ...request?.headers, 'x-forwarded-for': '198.51.100.7' } }),
});

async function sendForm(page: Page): Promise<void> {
  const form = exchangeForm(page, 'ru');
  await page.goto(`${app.url}/exchange/usdttrc20-btc?amount=500`);
  await untilRunning(page);
  await form.expectNumbers();
  await form.fillDetails({ from: await systemOf('USDTTRC20', 'ru'), to: await systemOf('BTC', 'ru') });
  await form.submitButton().click();
}

test('near the limit the form solves a proof for its order and says so; a visitor with ten unpaid orders is shown them', async ({
  page,
}) => {
  const api = createApi(app.url);
  for (let i = 0; i < SQUATTERS; i += 1) await provenOrder(elsewhere(api), PART);
  // The text is shown while the proof is computed, which may be a moment
  await page.route('**/api/v1/captcha', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fallback();
  });
  await sendForm(page);
  await expect(page.getByRole('button', { name: t('exchange.form.proving') })).toBeVisible();
  await expect(page).toHaveURL(/\/order\/\w+/);

  for (let i = 1; i < MAX_UNPAID_ORDERS; i += 1) {
    const { id, token } = await provenOrder(api, SMALL);
    // The e-mailed link gives this browser the order's token
    await page.context().request.get(`${app.url}/order/${id}?token=${token}`);
  }
  await sendForm(page);
  const links = page.getByRole('link', { name: pattern(t, 'exchange.form.open_order', ['given', 'got']) });
  await expect(links).toHaveCount(MAX_UNPAID_ORDERS);
  await links.last().click();
  await expect(page).toHaveURL(/\/order\/\w+/);
});
