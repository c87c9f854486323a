import { orderNumber } from '#core/order/number.ts';
import { formatAtMost } from '#core/format/amount.ts';
import { pairPath } from '#core/link/pair-path.ts';
import { browserLocale, knock, rowOf, signInByForm, headingOf } from './office-page.ts';
import { expectStatus, makeOrder, openOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, test } from './page-test.ts';
import { CASHIER, CUSTOMER, localesOf, OWNER, TREASURER } from './product.ts';
import { pathIn, pattern, wordsOf } from './words.ts';

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);

  test.describe(`the office, ${locale}`, () => {
    test.use({ viewport: { width: 1280, height: 800 } });

    test("an operator sees a new order at once, takes it and confirms the money; the customer's page follows", async ({
      page,
      openContext,
    }) => {
      const office = await signInByForm(await openContext({ locale: browserLocale(locale) }), locale, OWNER);
      await office.getByRole('button', { name: t('office.queue.view.all'), exact: true }).click();

      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await expect(rowOf(office, made.id)).toContainText(t('office.status.awaiting_payment'));
      await openOrder(page, made, locale);
      await page.getByRole('button', { name: t('order.claim_payment'), exact: true }).click();
      await expect(rowOf(office, made.id)).toContainText(t('office.status.payment_claimed'));

      await rowOf(office, made.id).getByRole('link').click();
      const observation = office.getByRole('region', { name: t('office.observation.title') });
      await expect(observation).toBeVisible();
      await office.keyboard.press('o');
      await expect(office.getByText(t('office.order.mine'))).toBeVisible();
      await observation.getByLabel(t('office.observation.amount', { currency: 'RUB' })).fill(made.order.income_amount);
      await observation.getByLabel(t('office.observation.reference')).fill(`40817-${made.id}`);
      await observation.getByLabel(t('office.observation.note')).fill('bank app');

      const second = await signInByForm(await openContext({ locale: browserLocale(locale) }), locale, CASHIER);
      await second.goto(`/office/orders/${made.id}`);
      await expect(second.getByText(t('office.order.held_by', { holder: OWNER.email }))).toBeVisible();
      await expect(second.getByRole('button', { name: new RegExp(`^${t('office.observation.open')}`) })).toBeDisabled();
      await second.keyboard.press('o');
      await expect(second.getByRole('alert').first()).toHaveText(t('office.problem.held', { holder: OWNER.email }));

      await expect(observation.getByText(pattern(t, 'office.observation.effect.agreed', ['seen', 'get', 'to']))).toBeVisible();
      await observation.getByRole('button', { name: t('office.observation.say'), exact: true }).click();
      await expectStatus(page, locale, 'completed');
      await expect(
        office
          .getByRole('list')
          .filter({ hasText: t('office.status.completed') })
          .last(),
      ).toContainText(OWNER.email);
      await expect(office.getByText(t('office.order.no_moves'))).toBeVisible();
    });

    test('an order that waits for an operator is in the first view, reachable by keyboard; only legal moves are buttons', async ({
      page,
      openContext,
    }) => {
      const office = await signInByForm(await openContext({ locale: browserLocale(locale) }), locale, CASHIER);
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await openOrder(page, made, locale);
      await page.getByRole('button', { name: t('order.claim_payment'), exact: true }).click();
      await expect(rowOf(office, made.id)).toBeVisible();
      await office.keyboard.press('/');
      await expect(office.getByLabel(t('office.queue.search'))).toBeFocused();
      await office.keyboard.type(made.id);
      await expect(office.getByRole('row')).toHaveCount(2);
      await office.keyboard.press('Enter');
      await office.keyboard.press('Enter');
      await expect(headingOf(office, made.id)).toBeVisible();
      const panel = office.getByRole('region', { name: t('office.order.actions') });
      await expect(panel.getByRole('listitem')).toHaveCount(0);
      await expect(office.getByRole('region', { name: t('office.observation.title') })).toBeVisible();
      await office.keyboard.press('c');
      await expect(office.getByText(t('office.order.mine'))).toBeVisible();
      await office.keyboard.press('c');
      await expect(office.getByText(t('office.order.mine'))).toBeHidden();
    });

    test("the treasurer's entry changes the reserve that customers see", async ({ page, openContext }) => {
      const code = locale === 'ru' ? 'WIREUSD' : 'PRUSD';
      const before = await systemOf(code, locale);
      const after = { ...before, reserve: String(Number(before.reserve) + 1234) };
      await page.goto(pathIn(locale, pairPath('BTC', code)));
      await expect(page.getByText(t('exchange.reserve', { amount: formatAtMost(before.reserve, before, locale) }))).toBeVisible();

      const office = await signInByForm(await openContext({ locale: browserLocale(locale) }), locale, TREASURER);
      await office.getByRole('link', { name: t('office.nav.reserves'), exact: true }).click();
      await office.getByRole('button', { name: new RegExp(`^${code}`) }).click();
      await office.getByRole('textbox', { name: t('office.reserves.amount') }).fill('1234');
      await office.getByLabel(t('office.reserves.reason')).fill(`Float of the day, ${locale}`);
      await office.getByRole('button', { name: t('office.reserves.post'), exact: true }).click();
      await expect(office.getByText(pattern(t, 'office.reserves.posted', ['code', 'amount']))).toBeVisible();
      await expect(office.getByRole('region', { name: t('office.reserves.written') })).toContainText(`Float of the day, ${locale}`);

      await expect
        .poll(async () => {
          await page.reload();
          return page.getByText(t('exchange.reserve', { amount: formatAtMost(after.reserve, after, locale) })).count();
        })
        .toBe(1);
    });

    test('a customer reads that this is not the customer area, sees no data of it, and can leave', async ({ openContext }) => {
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      const context = await openContext({ locale: browserLocale(locale) });
      const page = await knock(context, locale, CUSTOMER);
      await expect(page.getByRole('heading', { level: 1, name: t('office.denied.title') })).toBeVisible();
      for (const address of ['/office', `/office/orders/${made.id}`, '/office/reserves']) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1, name: t('office.denied.title') })).toBeVisible();
        await expect(page.getByRole('navigation')).toHaveCount(0);
        await expect(page.getByRole('main')).not.toContainText(orderNumber(made.id));
      }
      await page.getByRole('button', { name: t('office.sign_out') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('office.sign_in.title') })).toBeVisible();
    });

    test('sign-in: a wrong password is refused with a message, signing out ends the session, balances are for treasurers', async ({
      openContext,
    }) => {
      const context = await openContext({ locale: browserLocale(locale) });
      const signInPage = await context.newPage();
      await signInPage.goto('/office/reserves');
      await signInPage.getByLabel(t('office.sign_in.email')).fill(CASHIER.email);
      await signInPage.getByRole('textbox', { name: t('office.sign_in.password') }).fill('not his password');
      await signInPage.getByRole('button', { name: t('office.sign_in.submit'), exact: true }).click();
      await expect(signInPage.getByRole('alert')).toHaveText(t('refusals.detail.authentication_failed'));
      await signInPage.close();

      const office = await signInByForm(context, locale, CASHIER);
      await office.getByRole('link', { name: t('office.nav.reserves'), exact: true }).click();
      await expect(office.getByRole('table', { name: t('office.reserves.title') })).toBeVisible();
      await expect(office.getByRole('button', { name: t('office.reserves.post'), exact: true })).toHaveCount(0);
      await office.getByRole('button', { name: t('office.sign_out') }).click();
      await expect(office.getByRole('heading', { level: 1, name: t('office.sign_in.title') })).toBeVisible();
      await office.goBack();
      await expect(office.getByRole('heading', { level: 1, name: t('office.sign_in.title') })).toBeVisible();
      expect((await context.cookies()).filter(({ name }) => name.endsWith('session'))).toEqual([]);
    });
  });
}
