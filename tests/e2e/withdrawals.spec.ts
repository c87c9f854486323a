import { orderNumber } from '#core/order/number.ts';
import type { Locale } from '#core/locale.ts';
import { browserLocale, openProposal, signIn, proposalOf } from './office-page.ts';
import { activateBy, mailedLink } from './mailbox.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { holdRequests } from './routes.ts';
import { CASHIER, control, localesOf, productUrl, TREASURER } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PASSWORD = 'Tikhaya-Gavan-52q';

/** The page has no accessibility violation and does not scroll sideways. */
async function isFit(page: Page): Promise<void> {
  expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
}

/** Signs up an account with a verified e-mail address and five dollars of rewards. */
async function comeIn(page: Page, locale: Locale, email: string): Promise<void> {
  const t = wordsOf(locale);
  await page.goto(pathIn(locale, '/sign-up'));
  await untilRunning(page);
  await page.getByLabel(t('account.field.email')).fill(email);
  for (const field of await page.locator('main input[type=password]').all()) await field.fill(PASSWORD);
  await page.locator('input[name=accept_terms]').check();
  await page.getByRole('button', { name: t('account.sign_up.submit') }).click();
  await expect(page).toHaveURL(/\/account/);
  await activateBy(page, await mailedLink(page, email, '/activate?token='));
  await control.earn(email, 500);
}

for (const locale of localesOf('ru')) {
  test(`${locale}: a withdrawal is requested, confirmed by mail, held, approved by two operators and paid`, async ({
    page,
    openContext,
  }) => {
    const t = wordsOf(locale);
    const email = `earner-${locale}-${Date.now()}@example.org`;
    const state = page.locator('h1[data-status]');
    await page.setViewportSize({ width: 360, height: 780 });
    await comeIn(page, locale, email);

    await test.step('input typed before the scripts load is kept, in the other language too; too small an amount is refused at its field', async () => {
      const release = await holdRequests(page, '**/*.js');
      await page.goto(pathIn(locale, '/account/earnings/withdraw'), { waitUntil: 'commit' });
      const amount = page.locator('input[name=amount]');
      await amount.fill('2,99 $');
      await amount.press('Enter');
      release();
      await untilRunning(page);
      // No input is in an address, and the copied currency sign is removed
      expect(new URL(page.url()).search).toBe('');
      await expect(page.locator('input[name=amount][aria-invalid=true]')).toHaveValue('2,99');
      await amount.fill('');
      await page.getByRole('button', { name: t('withdrawal.form.send') }).click();
      await expect(page.getByText(t('refusals.detail.required')).first()).toBeVisible();
      await expect(amount).toBeFocused();
      // An idle page refreshes the quote now and then, and not after every response
      let requestCount = 0;
      page.on('request', (request) => void (request.url().endsWith('/payouts/quote') && (requestCount += 1)));
      const from = Date.now();
      await isFit(page);
      expect(requestCount).toBeLessThanOrEqual(2 + (Date.now() - from) / 5_000);
      await amount.fill('$4');
      await page.locator('header [hreflang]:not([aria-current])').click();
      await untilRunning(page);
      await expect(amount).toHaveValue('4');
      await page.locator('header [hreflang]:not([aria-current])').click();
      await expect(page).toHaveURL((url) => url.pathname === pathIn(locale, '/account/earnings/withdraw'));
      await untilRunning(page);
    });

    await test.step('the whole balance is quoted live and requested', async () => {
      await page.getByRole('button', { name: t('withdrawal.form.all'), exact: true }).click();
      for (const field of await page.locator('form input[type=text], form input:not([type])').all()) {
        const hint = await field.getAttribute('aria-describedby');
        const example = hint === null ? '' : await page.locator(`[id="${hint}"]`).innerText();
        if ((await field.getAttribute('name')) !== 'amount') await field.fill(example.split(': ').at(-1) ?? '');
      }
      await expect(page.getByRole('region', { name: t('withdrawal.form.outcome') })).toContainText(/[1-9]/);
      await page.getByRole('button', { name: t('withdrawal.form.send') }).click();
      await expect(state).toHaveText(t('withdrawal.state.awaiting_confirmation.title'));
      await isFit(page);
    });
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const link = await mailedLink(page, email, `/withdrawal/${id}/confirm?token=`);

    await test.step('the e-mailed link shows what it confirms; a used one says so', async () => {
      await page.goto(link);
      await isFit(page);
      await page.getByRole('button', { name: t('withdrawal.confirm.submit') }).click();
      await expect(state).toHaveText(t('withdrawal.state.held.title'));
      await isFit(page);
      const again = await page.context().newPage();
      await again.goto(link);
      await expect(again.getByRole('alert')).toHaveText(t('refusals.detail.invalid_token'));
      await again.close();
    });

    await test.step('one operator proposes an early release, a second one approves', async () => {
      const cashier = await signIn(await openContext({ locale: browserLocale(locale) }), CASHIER);
      await cashier.goto('/office/withdrawals');
      await cashier.getByRole('link', { name: orderNumber(id) }).click();
      await cashier.getByRole('button', { name: t('office_withdrawals.deed.release.name') }).click();
      await cashier.getByRole('textbox', { name: t('office_withdrawals.note') }).fill('He called.');
      await cashier.getByRole('button', { name: t('office_withdrawals.deed.release.name') }).click();
      await expect(cashier.getByRole('link', { name: t('office_withdrawals.approvals', { count: 1 }) })).toBeVisible();
      await isFit(cashier);
      const treasurer = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
      await treasurer.goto('/office/approvals');
      const card = proposalOf(treasurer, id);
      await openProposal(card);
      await card.getByRole('button', { name: t('office.approvals.approve'), exact: true }).click();
      await expect(treasurer.getByText(t('office.approvals.said.approve'), { exact: true })).toBeVisible();
    });

    await test.step('it is paid, and its page is the receipt; it is listed among the orders', async () => {
      await expect(state).toHaveText(t('withdrawal.state.completed.title'), { timeout: 20_000 });
      await expect(page.getByRole('button', { name: t('withdrawal.print_receipt') })).toBeVisible();
      const downloadResult = page.waitForEvent('download');
      await page.getByRole('link', { name: t('withdrawal.receipt') }).click();
      expect((await downloadResult).suggestedFilename()).toBe(`razmen-${orderNumber(id)}.pdf`);
      await page.goto(pathIn(locale, '/account/orders?kind=withdrawal'));
      await expect(page.getByRole('link', { name: orderNumber(id) })).toBeVisible();
      await isFit(page);
    });
  });
}

test('without scripts the form shows errors at its fields, keeps the input, and submits once however often it is sent', async ({
  page,
  openContext,
}) => {
  const t = wordsOf('ru');
  await comeIn(page, 'ru', `bare-earner-${Date.now()}@example.org`);
  const bare = await openContext({ javaScriptEnabled: false, storageState: await page.context().storageState() });
  const form = await bare.newPage();
  await form.setViewportSize({ width: 360, height: 780 });
  await form.goto('/account/earnings/withdraw');
  const amount = form.locator('input[name=amount]');
  const system = form.getByRole('combobox', { name: t('withdrawal.form.system') });
  const send = () => form.getByRole('button', { name: t('withdrawal.form.send') }).click();
  const outcome = form.getByRole('region', { name: t('withdrawal.form.outcome') });
  const example = async () => (await form.locator('form p', { hasText: 'Например' }).first().innerText()).split(': ').at(-1) ?? '';

  const keyInput = form.locator('input[name=idempotency_key]');
  const first = await keyInput.inputValue();
  await amount.fill('2,99 $');
  await send();
  await expect(form.locator('input[name=amount][aria-invalid=true]')).toHaveValue('2,99');
  // The second of two presses may return while the first is in progress: its page offers no other withdrawal
  await expect(keyInput).toHaveValue(first);
  await expect(form.locator('form input[type=text][aria-invalid=true], form input:not([type])[aria-invalid=true]')).toHaveCount(2);
  expect(await sidewaysOf(form)).toBe(0);
  await amount.fill('4');
  await send();
  await expect(form.getByText(t('refusals.detail.required'))).toBeVisible();
  await expect(amount).toHaveValue('4');

  // The page has input for the former system: the fields of the new one are shown first
  const address = form.locator('form input:not([type=radio], [type=checkbox], [type=hidden], [name=amount])').first();
  const former = await system.inputValue();
  const other = await system
    .locator('option')
    .evaluateAll((all, now) => all.map((one) => (one as HTMLOptionElement).value).find((one) => one !== now), former);
  await address.fill('typed for the other');
  await amount.fill('4');
  await system.selectOption(other ?? '');
  await send();
  await expect(system).toHaveValue(other ?? '');
  await expect(amount).toHaveValue('4');
  await expect(address).toHaveValue('');
  await system.selectOption(former);
  await form.getByRole('button', { name: t('withdrawal.form.look') }).click();
  await expect(outcome).toContainText(t('withdrawal.rate'));
  await address.fill(await example());

  const sent = await form
    .locator('form[method=post]')
    .filter({ has: amount })
    .evaluate((one) => Object.fromEntries(new FormData(one as HTMLFormElement)) as Record<string, string>);
  const press = () => bare.request.post('/account/earnings/withdraw', { form: sent, headers: { origin: productUrl() }, maxRedirects: 0 });
  const atOnce = await Promise.all([press(), press(), press()]);
  await send();
  await expect(form.locator('h1[data-status]')).toHaveText(t('withdrawal.state.awaiting_confirmation.title'));
  for (const again of [...atOnce, await press()])
    expect([again.status(), again.headers()['location']]).toEqual([302, new URL(form.url()).pathname]);
});
