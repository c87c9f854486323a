import type { Locale } from '#core/locale.ts';
import { pairPath } from '#core/link/pair-path.ts';
import { makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { exchangeForm } from './exchange-form.ts';
import { mailedLink } from './mailbox.ts';
import { browserLocale, signInByForm } from './office-page.ts';
import { sidewaysOf } from './page-checks.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { holdRequests } from './routes.ts';
import { localesOf, OWNER } from './product.ts';
import { pathIn, pattern, wordsOf } from './words.ts';

/** The reserve is withdrawn in parts, each within an operator's limit, until it is smaller than one order may request. */
const REQUESTED_SYSTEM = { ru: 'ADVCUSD', en: 'PRUSD' } as const satisfies Record<Locale, string>;
const PART = 9000;
const REQUESTED_AMOUNT = 9500;
const PHONE = { width: 360, height: 780 };

// There is one site banner, and it would move other tests' pages: a separate product, one language after the other
test.describe.configure({ mode: 'serial' });
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

async function takeOut(office: Page, code: string, amount: number): Promise<void> {
  const attributes = { payment_system_id: code, kind: 'withdrawal', amount: String(amount), reason: 'to the bank' };
  const answer = await office.context().request.post('/api/office/v1/reserve_postings', {
    headers: { 'content-type': 'application/vnd.api+json', origin: app.url, 'idempotency-key': crypto.randomUUID() },
    data: JSON.stringify({ data: { type: 'reserve_postings', attributes } }),
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** Withdraws from a reserve until it is smaller than the amount. */
async function makeShort(office: Page, code: string): Promise<void> {
  const reserves = (await (await office.context().request.get('/api/v1/payment_systems')).json()) as {
    readonly data: readonly { readonly id: string; readonly attributes: { readonly reserve: string } }[];
  };
  let left = Math.floor(Number(reserves.data.find(({ id }) => id === code)?.attributes.reserve));
  while (left >= PART) {
    const amount = Math.min(PART, Math.floor(left / 2));
    // oxlint-disable-next-line no-await-in-loop -- each part is judged by what the one before has left
    await takeOut(office, code, amount);
    left -= amount;
  }
}

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);
  const press = (place: Page | ReturnType<Page['getByRole']>, key: string) =>
    place.getByRole('button', { name: t(key), exact: true }).click();

  test(`${locale}: requests reach the desk and are answered: a short reserve, a message to all, a merchant`, async ({ openContext }) => {
    const contextOptions = { baseURL: app.url, locale: browserLocale(locale), viewport: PHONE };
    const office = await signInByForm(await openContext(contextOptions), locale, OWNER);
    const page = await (await openContext(contextOptions)).newPage();
    const code = REQUESTED_SYSTEM[locale];
    const email = `waits-${locale}@example.org`;

    await test.step('a customer who finds too small a reserve requests a notification, whose link opens the form when the reserve is large enough', async () => {
      await makeShort(office, code);
      const form = exchangeForm(page, locale);
      const link = page.getByRole('link', { name: t('exchange.tell_me') });
      // Typed before the scripts have loaded: a link with the served amount is not offered
      const release = await holdRequests(page, '**/*.js');
      // A page without scripts does not update: one rendered before the reserve was known to be short is reloaded
      await expect(async () => {
        await page.goto(pathIn(locale, pairPath('BTC', code)), { waitUntil: 'commit' });
        await expect(link).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await form.amount('outcome').fill(String(REQUESTED_AMOUNT));
      await expect(link).toBeHidden();
      release();
      const withAmount = new RegExp(`amount=${REQUESTED_AMOUNT}$`);
      await expect(link).toHaveAttribute('href', withAmount);
      await expect(async () => {
        await form.open(pairPath('BTC', code));
        await form.amount('outcome').fill(String(REQUESTED_AMOUNT));
        await expect(link).toHaveAttribute('href', withAmount, { timeout: 4_000 });
      }).toPass();
      await expect(link).toBeVisible();
      await form.email().fill(email);
      await link.click();
      await expect(page.getByRole('heading', { level: 1, name: t('reserve_request.title') })).toBeVisible();
      await untilRunning(page);
      await expect(page.getByRole('textbox', { name: t('reserve_request.amount') })).toHaveValue(String(REQUESTED_AMOUNT));
      await expect(page.getByRole('textbox', { name: t('reserve_request.email') })).toHaveValue(email);
      await press(page, 'reserve_request.submit');
      await expect(page.getByRole('heading', { level: 1, name: t('reserve_request.sent_title') })).toBeVisible();

      await office.goto('/office/reserve-requests');
      const demand = office.getByRole('table', { name: t('office_requests.demand') });
      await expect(demand.getByRole('row').filter({ hasText: code })).toBeVisible();
      await expect(office.getByText(email)).toBeVisible();
      expect([await sidewaysOf(page), await sidewaysOf(office)]).toEqual([0, 0]);

      await office.goto('/office/reserves');
      await office.getByRole('button', { name: new RegExp(`^${code}`) }).click();
      await office.getByRole('textbox', { name: t('office.reserves.amount') }).fill('2500');
      await office.getByLabel(t('office.reserves.reason')).fill(`for who waits, ${locale}`);
      await press(office, 'office.reserves.post');
      await expect(office.getByText(pattern(t, 'office.reserves.posted', ['code', 'amount']))).toBeVisible();

      const mailed = await mailedLink(page, email, `/?from=BTC&amp;to=${code}&amp;get=`);
      await page.goto(mailed.replaceAll('&amp;', '&'));
      await untilRunning(page);
      await form.expectNumbers();
      await expect(form.amount('outcome')).toHaveValue(/^9\D?500$/);
      await office.goto('/office/reserve-requests?state=notified');
      await expect(office.getByRole('row').filter({ hasText: email })).toContainText(t('office_requests.state.notified'));
    });

    await test.step('a site banner is written, shown, dismissed and removed', async () => {
      await office.goto('/office/notices');
      const words = { ru: `Банк молчит <b>${locale}</b>`, en: `The bank is silent <b>${locale}</b>` };
      await office.getByLabel(t('office_notice.text_ru')).fill(words.ru);
      await office.getByLabel(t('office_notice.text_en')).fill(words.en);
      await office.getByLabel(t('office_notice.kind')).selectOption('warning');
      await office.getByLabel(t('office_notice.dismissible')).check();
      await press(office, 'office_notice.publish');
      const row = office.getByRole('row').filter({ hasText: words[locale] });
      await expect(row).toContainText(t('office_notice.states.shown'));

      const bar = page.getByRole('complementary', { name: t('shell.notice.warning') });
      await expect(async () => {
        await page.goto(pathIn(locale, '/'));
        await expect(bar).toContainText(words[locale], { timeout: 1_000 });
      }).toPass();
      await untilRunning(page);
      expect(await sidewaysOf(page)).toBe(0);
      // Its button works before the page's scripts have loaded
      const release = await holdRequests(page, '**/*.js');
      await page.reload({ waitUntil: 'commit' });
      await bar.getByRole('button', { name: t('shell.notice.hide') }).click();
      await expect(bar).toBeHidden();
      release();
      await untilRunning(page);
      await expect(bar).toBeHidden();
      await page.reload();
      await untilRunning(page);
      await expect(bar).toHaveCount(0);
      await press(row, 'office_notice.withdraw');
      await expect(row).toContainText(t('office_notice.states.withdrawn'));
    });

    await test.step('a merchant sends a request, and gets an answer with a reason by e-mail', async () => {
      const merchant = `shop-${locale}@example.org`;
      const comment = `<img src=x onerror="document.title='ran'"> ${locale}`;
      await page.goto(pathIn(locale, '/business'));
      await untilRunning(page);
      await page.getByRole('textbox', { name: t('business.email') }).fill(merchant);
      await page.getByRole('textbox', { name: t('business.url') }).fill(`shop-${locale}.example.org`);
      await page.getByRole('textbox', { name: t('business.monthly_turnover') }).fill('2 000 000');
      await page.getByRole('textbox', { name: t('business.comment') }).fill(comment);
      await press(page, 'business.submit');
      await expect(page.getByRole('status').filter({ hasText: t('business.sent_title') })).toBeVisible();

      await office.goto('/office/business-requests?state=all');
      const card = office.getByRole('listitem').filter({ hasText: merchant });
      await expect(card).toContainText(comment);
      await press(card, 'office_business.act.in_review');
      await press(card, 'office_business.act.in_review');
      await expect(card).toContainText(t('office_business.state.in_review'));
      const colleague = await office.context().newPage();
      await colleague.goto('/office/business-requests');
      const other = colleague.getByRole('listitem').filter({ hasText: merchant });
      await press(other, 'office_business.act.declined');
      await other.getByLabel(t('office_business.reason'), { exact: false }).fill('Typed when a colleague decides');
      await press(card, 'office_business.act.declined');
      const reason = `not in our trade ${locale}`;
      await card.getByLabel(t('office_business.reason'), { exact: false }).fill(reason);
      await press(card, 'office_business.act.declined');
      await expect(card).toContainText(t('office_business.state.declined'));
      await expect(other.getByRole('status')).toHaveText(t('office.gone'), { timeout: 25_000 });
      await expect(other.getByLabel(t('office_business.reason'), { exact: false })).toHaveValue('Typed when a colleague decides');
      await colleague.close();
      expect([await sidewaysOf(office), await office.title()]).toEqual([0, expect.not.stringMatching(/^ran$/)]);
      const emails = async () => await (await page.context().request.get('/dev/mail')).text();
      await expect.poll(async () => (await emails()).split(`<small>${merchant} `).length - 1).toBeGreaterThan(1);
    });
  });
}
