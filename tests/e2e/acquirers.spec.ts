import { browserLocale, signIn } from './office-page.ts';
import { expectStatus, makeOrder, openOrder } from './order.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { control, localesOf, TREASURER } from './product.ts';
import { pattern, wordsOf } from './words.ts';

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);
  const prefix = locale === 'en' ? '/en' : '';

  test(`paying at acquirers, by a form and by a payment page, ${locale}: paid, declined, returned, unavailable`, async ({
    page,
    openContext,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });

    await test.step('a form goes to that acquirer alone, when the button is pressed and never by a link', async () => {
      const made = await makeOrder({ from: 'WISEEUR', to: 'LTC', amount: '100' }, locale);
      await openOrder(page, made, locale);
      const policyOf = async (path: string) => (await page.request.get(path)).headers()['content-security-policy'] ?? '';
      expect(await policyOf(`${prefix}/order/${made.id}`)).toContain("form-action 'self';");
      expect(await policyOf(`${prefix}/order/${made.id}/pay`)).toMatch(/form-action http:\/\/127\.0\.0\.1:\d+;/);
      await page.goto(`${prefix}/order/${made.id}/pay`);
      await untilRunning(page);
      await expect(heading(t('order.pay.title'))).toBeVisible();
      await page.getByRole('link', { name: t('order.pay.back') }).click();
      await page.getByRole('link', { name: t('order.go_pay') }).click();
      await expect(heading(`Acquirer ${made.id}`)).toBeVisible();
      await page.goBack();
      await expect(heading(t('order.pay.title'))).toBeVisible();
      await page.getByRole('button', { name: t('order.go_pay') }).click();
      await page.getByRole('button', { name: 'Decline' }).click();
      await expect(heading(t('order.return.failure.title'))).toBeVisible();
      await page.getByRole('link', { name: t('order.return.open') }).click();
      await expectStatus(page, locale, 'payment_failed');
    });

    await test.step("paid on the acquirer's page: the return page shows the payment, and the exchange completes", async () => {
      const made = await makeOrder({ from: 'KSPBKZT', to: 'LTC', amount: '50000' }, locale);
      await openOrder(page, made, locale);
      await page.getByRole('link', { name: t('order.go_pay') }).click();
      await expect(heading(`Acquirer ${made.id}`)).toBeVisible();
      await page.getByRole('button', { name: 'Pay' }).click();
      await expect(heading(t('order.return.received.title'))).toBeVisible();
      await page.getByRole('link', { name: t('order.return.open') }).click();
      await expectStatus(page, locale, 'completed');
    });

    await test.step('an unavailable acquirer: the customer reads why, and the office shows it', async () => {
      const made = await makeOrder({ from: 'MONOBUAH', to: 'LTC', amount: '5000', isOnProviderPage: true }, locale);
      await openOrder(page, made, locale);
      await expect(page.getByText(t('order.form_failed'))).toBeVisible({ timeout: 25_000 });
      const office = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
      await office.goto('/office/acquirers');
      const cardOf = (title: string) => office.getByRole('listitem').filter({ has: office.getByRole('heading', { name: title }) });
      await expect(cardOf('Absent')).toContainText(t('office_acquirers.health.fails'));
      await expect(cardOf('T-Bank')).toContainText(t('office_acquirers.health.answers'));
      await expect(cardOf('T-Bank').getByRole('link', { name: 'KSPBKZT' })).toBeVisible();
    });
  });

  test(`back from the acquirer before its callback, ${locale}: both pages wait, none asks to pay twice, both follow`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const made = await makeOrder({ from: 'WISEEUR', to: 'LTC', amount: '100' }, locale);
    await openOrder(page, made, locale);
    await page.getByRole('link', { name: t('order.go_pay') }).click();
    await page.getByRole('button', { name: 'Wait' }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('order.return.success.title') })).toBeVisible();
    await expect(page.getByText(t('order.return.success.text'))).toBeVisible();
    await untilRunning(page);
    const left = await page.context().newPage();
    await left.goto(page.url());
    await untilRunning(left);
    await page.getByRole('link', { name: t('order.return.open') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('order.came_back.title') })).toBeVisible();
    await expect(page.getByText(t('order.came_back.next'))).toBeVisible();
    await expect(page.getByRole('link', { name: t('order.go_pay_again') })).toBeVisible();
    await control.acquirerTells(made.id);
    await expectStatus(page, locale, 'completed');
    await left.bringToFront();
    await expect(left.getByRole('heading', { level: 1, name: t('order.return.received.title') })).toBeVisible({ timeout: 15_000 });
  });

  test(`acquirer payments that do not match, ${locale}: another amount gives the customer a choice, a return goes to an operator`, async ({
    page,
    openContext,
  }) => {
    const office = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
    const goToPay = async () => {
      const made = await makeOrder({ from: 'WISEEUR', to: 'LTC', amount: '100' }, locale);
      await openOrder(page, made, locale);
      await page.getByRole('link', { name: t('order.go_pay') }).click();
      await expect(page.getByRole('heading', { level: 1, name: `Acquirer ${made.id}` })).toBeVisible();
      return made.id;
    };

    await test.step('underpaid: the customer sees the received amount and chooses, the office shows both amounts', async () => {
      const id = await goToPay();
      await control.acquirerCharges(id, 90_00);
      await page.getByRole('button', { name: 'Pay' }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('order.return.received.title') })).toBeVisible();
      await page.getByRole('link', { name: t('order.return.open') }).click();
      await expectStatus(page, locale, 'requote');
      await expect(
        page.getByRole('heading', { level: 1, name: pattern(t, 'order.requote.fact_short', ['received', 'income']) }),
      ).toBeVisible();
      await office.goto(`/office/orders/${id}`);
      const strip = office.getByRole('region', { name: t('office.strip.title') });
      await expect(strip).toContainText('90');
    });

    await test.step('partly refunded at the acquirer: nothing is paid out until an operator decides on the order', async () => {
      const id = await goToPay();
      await page.getByRole('button', { name: 'Wait' }).click();
      await page.getByRole('link', { name: t('order.return.open') }).click();
      await control.acquirerTells(id, 50_00);
      await expectStatus(page, locale, 'payout_pending');
      await office.goto(`/office/orders/${id}`);
      const alarms = office.getByRole('region', { name: t('office.incidents.title') });
      await expect(alarms).toContainText(t('office.incident.kind.payment_odd'));
      await expect(alarms).toContainText(t('office.detail_value.oddity.given_back'));
      await expect(alarms).toContainText('50');
      await alarms.getByRole('textbox', { name: t('office.incidents.note') }).fill('He has agreed: the rest is exchanged');
      await alarms.getByRole('button', { name: t('office.incidents.close') }).click();
      await expect(alarms).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1, name: t('status.completed.title') })).toBeVisible({ timeout: 40_000 });
    });
  });
}
