import type { Request, Route } from '@playwright/test';
import type { Locale } from '#core/locale.ts';
import { pairPath } from '#core/link/pair-path.ts';
import { exchangeForm } from './exchange-form.ts';
import { callApi, expectStatus, makeOrder, openOrder, pay, readOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { switchedRoute } from './routes.ts';
import { control, LOCALES } from './product.ts';
import { pathIn, pattern, wordsOf } from './words.ts';

const WIDTH = { ru: 360, en: 1280 } as const;
/** The form's own request, on any page. */
const isFormPost = (request: Request): boolean => request.method() === 'POST' && new URL(request.url()).pathname.endsWith('.data');
/** The browser's console message about a request that this test has aborted. */
const CUT = /net::ERR_/;

/** Answers one request of the form by `change`, and passes all others. */
async function onFormPost(page: Page, change: (route: Route) => Promise<void>): Promise<void> {
  let isDone = false;
  await page.route('**/*.data*', async (route) => {
    if (isDone || !isFormPost(route.request())) return route.fallback();
    isDone = true;
    return change(route);
  });
}

/** From now on quotes in the page's HTML for this pair are expired. */
async function giveOldQuotes(page: Page): Promise<void> {
  await page.route('**/api/v1/rate_calculations/from_*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { id: string } };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, id: await control.ageQuote(body.data.id) } } });
  });
}

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test.describe(`errors, ${locale}`, () => {
    test.use({ viewport: { width: WIDTH[locale], height: 800 } });

    test('an empty form shows at each field what is missing; a wrong number is reported on blur', async ({ page }) => {
      const form = exchangeForm(page, locale);
      const sber = await systemOf('SBERRUB', locale);
      await form.open('/exchange/ltc-sberrub?amount=1');
      await form.expectNumbers();
      await form.submitButton().click();
      const card = form.field(sber.outcome_fields[0]?.label ?? '');
      await expect(card).toHaveAccessibleDescription(t('refusals.detail.required'));
      await expect(form.email()).toHaveAccessibleDescription(t('refusals.detail.required'));
      await expect(form.terms()).toHaveAccessibleDescription(t('refusals.detail.terms_not_accepted'));
      await expect(card).toBeFocused();
      await card.fill('2202200000000001');
      await form.email().fill('not an address');
      await form.terms().check();
      await expect(card).toHaveAccessibleDescription(t('refusals.detail.card_checksum'));
      await expect(form.email()).toHaveAccessibleDescription(t('refusals.detail.invalid_email'));
      await expect(page).toHaveURL(/\/exchange\/ltc-sberrub/);
    });

    test("server errors are shown at their fields, in the page's language, and all input is kept", async ({ page }) => {
      const form = exchangeForm(page, locale);
      const [ltc, sber] = [await systemOf('LTC', locale), await systemOf('SBERRUB', locale)];
      await form.open('/exchange/ltc-sberrub?amount=1');
      await form.fillDetails({ from: ltc, to: sber });
      await form.amount('income').fill('1.25');
      await form.expectNumbers();
      await onFormPost(page, async (route) => {
        const sent = new URLSearchParams(route.request().postData() ?? '');
        sent.set('outcome_requisites/card_number', '2202200000000001');
        sent.set('email', 'nobody');
        await route.continue({ postData: sent.toString() });
      });
      await form.submitButton().click();
      const card = form.field(sber.outcome_fields[0]?.label ?? '');
      await expect(card).toHaveAccessibleDescription(t('refusals.detail.card_checksum'));
      await expect(form.email()).toHaveAccessibleDescription(t('refusals.detail.invalid_email'));
      await expect(card).toHaveValue(sber.outcome_fields[0]?.example ?? '');
      await expect(form.email()).toHaveValue('guest@example.org');
      await expect(form.amount('income')).toHaveValue('1.25');
      await expect(form.terms()).toBeChecked();
      await form.submitButton().click();
      await expectStatus(page, locale, 'awaiting_payment');
    });

    test('amounts: a comma or a trailing dot is accepted, too little and invalid input refused with the limit', async ({ page }) => {
      const form = exchangeForm(page, locale);
      // The minimum here is the bank's own, so it does not change with rates
      await form.open('/exchange/wirerub-ltc?amount=9000');
      for (const input of ['9000,5', '9500.', '10 000']) {
        await form.amount('income').fill(input);
        await form.expectNumbers();
        await expect(form.amount('income')).not.toHaveAttribute('aria-invalid');
      }
      for (const input of ['1e4', '-9000', 'abc', '10']) {
        await form.amount('income').fill(input);
        await expect(page.getByRole('alert')).toBeVisible();
        await expect(form.amount('income')).toHaveAttribute('aria-invalid', 'true');
        await expect(form.submitButton()).toHaveAttribute('aria-disabled', 'true');
      }
      // The refusal names the limit, with the same text as the field's description: a screen reader reads it once
      await expect(form.amount('income')).toHaveAccessibleDescription(await page.getByRole('alert').innerText());
      const tray = page.getByRole('group', { name: t('exchange.income.legend') });
      await tray.getByRole('button', { name: pattern(t, 'exchange.from_limit', ['amount']) }).click();
      await form.expectNumbers();
      await expect(page.getByRole('alert')).toBeHidden();
    });

    test('the rate got worse before the order: both are shown, with a confirmation', async ({ page }) => {
      const pair = { from: 'DOGE', to: locale === 'ru' ? 'ACRUB' : 'TBRUB' };
      const [doge, bank] = [await systemOf(pair.from, locale), await systemOf(pair.to, locale)];
      await control.setMargin(pair, 10_000);
      const form = exchangeForm(page, locale);
      await giveOldQuotes(page);
      await form.open(`${pairPath(pair.from, pair.to)}?amount=500`);
      await form.fillDetails({ from: doge, to: bank });
      await form.amount('income').fill('1000');
      await form.expectNumbers();
      const before = await form.amount('outcome').inputValue();
      await control.setMargin(pair, 90_000);
      await form.submitButton().click();
      const question = page.getByRole('alertdialog', { name: t('exchange.question.rate_changed.title') });
      await expect(question).toContainText(before);
      await question.getByRole('button', { name: t('exchange.question.rate_changed.refuse') }).click();
      await expect(question).toBeHidden();
      await expect(form.email()).toHaveValue('guest@example.org');
      await form.submitButton().click();
      await question.getByRole('button', { name: t('exchange.question.rate_changed.accept') }).click();
      await expectStatus(page, locale, 'awaiting_payment');
      await expect(page.getByText(before)).toHaveCount(0);
    });

    test('the rate got better before the order: the customer gets it without a confirmation', async ({ page }) => {
      const pair = { from: 'SOL', to: locale === 'ru' ? 'ACRUB' : 'TBRUB' };
      const [sol, bank] = [await systemOf(pair.from, locale), await systemOf(pair.to, locale)];
      await control.setMargin(pair, 90_000);
      const form = exchangeForm(page, locale);
      await giveOldQuotes(page);
      await form.open(`${pairPath(pair.from, pair.to)}?amount=5`);
      await form.fillDetails({ from: sol, to: bank });
      await form.amount('income').fill('10');
      await form.expectNumbers();
      const before = await form.amount('outcome').inputValue();
      await control.setMargin(pair, 5_000);
      await form.submitButton().click();
      await expectStatus(page, locale, 'awaiting_payment');
      await expect(page.getByText(before)).toHaveCount(0);
    });

    test('the response to a new order is lost: pressing again opens that order, without a second one', async ({ page, guard }) => {
      guard.allow(CUT);
      const form = exchangeForm(page, locale);
      const [ltc, sber] = [await systemOf('LTC', locale), await systemOf('SBERRUB', locale)];
      await form.open('/exchange/ltc-sberrub?amount=1');
      await form.fillDetails({ from: ltc, to: sber });
      let made = '';
      await onFormPost(page, async (route) => {
        const answer = await route.fetch({ maxRedirects: 0 });
        made = /\/order\/(\w+)/.exec(await answer.text())?.[1] ?? '';
        await route.abort('connectionreset');
      });
      await form.submitButton().click();
      await expect(page.getByRole('alert')).toContainText(t('exchange.form.unanswered'));
      await expect(form.email()).toHaveValue('guest@example.org');
      expect(made).not.toBe('');
      await form.submitButton().click();
      await expectStatus(page, locale, 'awaiting_payment');
      expect(new URL(page.url()).pathname).toBe(pathIn(locale, `/order/${made}`));
    });

    test('an order opens to its guest only: for others there is no such page', async ({ page, openContext }) => {
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      const stranger = await (await openContext()).newPage();
      for (const address of [`/order/${made.id}`, `/order/${made.id}?token=${'A'.repeat(22)}`, '/order/nosuchorder00000000']) {
        const answer = await stranger.goto(pathIn(locale, address));
        expect(answer?.status()).toBe(404);
        await expect(stranger.getByRole('heading', { level: 1, name: t('shell.no_order.title') })).toBeVisible();
        await expect(stranger.getByRole('main')).not.toContainText(made.order.email_masked);
      }
      await openOrder(page, made, locale);
      await expect(page.getByRole('main')).toContainText(made.order.email_masked);
    });

    test('an unknown page is a 404 with a link home', async ({ page }) => {
      const answer = await page.goto(pathIn(locale, '/no/such/page'));
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: t('shell.nowhere.title') })).toBeVisible();
      await page.getByRole('link', { name: t('shell.home') }).click();
      await exchangeForm(page, locale).expectNumbers();
    });

    test('a page that fails says so and links home', async ({ page, guard }) => {
      guard.allow(/status of 500|decode turbo-stream|500/);
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await openOrder(page, made, locale);
      await page.getByRole('button', { name: t('order.cancel'), exact: true }).click();
      await page.getByRole('button', { name: t('order.cancel_yes') }).click();
      await expectStatus(page, locale, 'cancelled');
      await page.route('**/repeat*', (route) => route.fulfill({ status: 500, body: 'broken' }));
      await page.getByRole('link', { name: t('order.repeat') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('shell.failure.title') })).toBeVisible();
      await page.getByRole('link', { name: t('shell.home') }).click();
      await exchangeForm(page, locale).expectNumbers();
    });

    test('the live stream is cut: the page polls and still follows', async ({ page, guard }) => {
      guard.allow(CUT);
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await page.route('**/events*', (route) => route.abort());
      await openOrder(page, made, locale);
      await pay(made.id, 'exact');
      await expectStatus(page, locale, 'completed');
    });

    test('without any response the page says so, and catches up when the connection is back', async ({ page, guard }) => {
      guard.allow(CUT);
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      const answerCalls = await switchedRoute(page, '**/api/**');
      answerCalls((route) => route.abort());
      await openOrder(page, made, locale);
      await expect(page.getByText(t('order.offline'))).toBeVisible();
      await pay(made.id, 'exact');
      answerCalls();
      await expectStatus(page, locale, 'completed');
      await expect(page.getByText(t('order.offline'))).toBeHidden();
    });

    test('leaving and coming back keeps the input', async ({ page }) => {
      const form = exchangeForm(page, locale);
      const [ltc, sber] = [await systemOf('LTC', locale), await systemOf('SBERRUB', locale)];
      await form.open('/exchange/ltc-sberrub?amount=1');
      await form.fillDetails({ from: ltc, to: sber });
      await form.amount('income').fill('3');
      await form.expectNumbers();
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: t('shell.footer.terms') })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: t('shell.footer.terms') })).toBeVisible();
      await page.goBack();
      await form.expectNumbers();
      await expect(form.amount('income')).toHaveValue('3');
      await expect(form.email()).toHaveValue('guest@example.org');
      await expect(form.field(sber.outcome_fields[0]?.label ?? '')).toHaveValue(sber.outcome_fields[0]?.example ?? '');
      const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(stored).not.toContain(sber.outcome_fields[0]?.example ?? '');
    });

    test('a slot that is gone is reported, and the next one selected', async ({ page }) => {
      const form = exchangeForm(page, locale);
      const [usdt, to] = [await systemOf('USDTTRC20', locale), await systemOf(locale === 'ru' ? 'SBPRUB' : 'TCSBRUB', locale)];
      await form.open(pairPath('USDTTRC20', to.id));
      await form.fillDetails({ from: usdt, to });
      const slots = page.getByRole('group', { name: t('exchange.slot.legend') });
      const express = slots.getByRole('radio', { name: new RegExp(`^${t('exchange.slot.express')}`) }).first();
      await express.check();
      await form.expectNumbers();
      // Another customer takes the reserve first
      await onFormPost(page, async (route) => {
        const sent = new URLSearchParams(route.request().postData() ?? '');
        const fields = Object.fromEntries(to.outcome_fields.filter((one) => one.required).map((one) => [one.key, one.example ?? '']));
        await callApi({
          method: 'POST',
          path: '/api/v1/orders',
          attributes: {
            payment_system_from_id: 'USDTTRC20',
            payment_system_to_id: to.id,
            [`${sent.get('side') ?? 'income'}_amount`]: sent.get('amount'),
            rate_calculation_id: sent.get('rate_calculation_id'),
            slot_id: sent.get('slot_id'),
            email: 'faster@example.org',
            outcome_requisites: fields,
            accept_terms: true,
          },
        });
        await route.continue();
      });
      await form.submitButton().click();
      const question = page.getByRole('alertdialog', { name: t('exchange.question.slot_gone.title') });
      await expect(question).toContainText(t('refusals.detail.slot_unavailable'));
      await question.getByRole('button', { name: t('exchange.question.slot_gone.without') }).click();
      await expect(question).toBeHidden();
      await expect(express).toBeDisabled();
      await expect(express).not.toBeChecked();
      await form.expectNumbers();
      await form.submitButton().click();
      await expectStatus(page, locale, 'awaiting_payment');
    });
  });
}

test('pressing twice does nothing twice', async ({ page }) => {
  const made = await makeOrder(ROUBLES_TO_LITECOIN);
  await openOrder(page, made, 'ru');
  await untilRunning(page);
  await page.getByRole('button', { name: wordsOf('ru')('order.claim_payment'), exact: true }).dblclick();
  await expectStatus(page, 'ru', 'payment_claimed');
  expect((await readOrder(made)).timeline.filter(({ status }) => status === 'payment_claimed')).toHaveLength(1);
});

test('eight windows on orders follow live over one connection, each in its language, and a ninth still loads', async ({ context }) => {
  const opened: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/events')) opened.push(request.url());
  });
  const orders = [await makeOrder(ROUBLES_TO_LITECOIN, 'ru'), await makeOrder(ROUBLES_TO_LITECOIN, 'ru')];
  // Reads fail, so that only the stream can deliver the change
  await context.route(/\/api\/v1\/orders\/[\w-]+(?:\?|$)/, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  const windows: { readonly page: Page; readonly locale: Locale }[] = [];
  for (const locale of [...LOCALES, ...LOCALES])
    for (const made of orders) {
      const page = await context.newPage();
      await openOrder(page, made, locale);
      windows.push({ page, locale });
    }
  for (const { id } of orders) await pay(id, 'exact');
  for (const { page, locale } of windows) await expectStatus(page, locale, 'completed');
  const ninth = await context.newPage();
  await ninth.goto('/');
  await untilRunning(ninth);
  expect(opened.every((url) => url.includes('/following/'))).toBe(true);
  // The window that reads the stream for all is closed: another takes over and receives the missed events
  await windows[0]?.page.close();
  const late = await makeOrder(ROUBLES_TO_LITECOIN, 'ru');
  await openOrder(ninth, late, 'ru');
  await pay(late.id, 'exact');
  await expectStatus(ninth, 'ru', 'completed');
});
