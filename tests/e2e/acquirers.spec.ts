import { browserLocale, signIn } from './office-page.ts';
import { expectStatus, makeOrder, openOrder } from './order.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { LOCALES, TREASURER } from './product.ts';
import { wordsOf } from './words.ts';

for (const locale of LOCALES) {
  const t = wordsOf(locale);
  const prefix = locale === 'en' ? '/en' : '';

  test(`paying at acquirers, by a form and by a page of theirs, ${locale}: paid, declined, gone back, away`, async ({
    page,
    openContext,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });

    await test.step('a form goes to that acquirer alone, by a press and never by a link', async () => {
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

    await test.step('a page of theirs, paid: the way back says what came, and the exchange is done', async () => {
      const made = await makeOrder({ from: 'KSPBKZT', to: 'LTC', amount: '50000' }, locale);
      await openOrder(page, made, locale);
      await page.getByRole('link', { name: t('order.go_pay') }).click();
      await expect(heading(`Acquirer ${made.id}`)).toBeVisible();
      await page.getByRole('button', { name: 'Pay' }).click();
      await expect(heading(t('order.return.received.title'))).toBeVisible();
      await page.getByRole('link', { name: t('order.return.open') }).click();
      await expectStatus(page, locale, 'completed');
    });

    await test.step('an acquirer that is away: the words for it, and the office sees it', async () => {
      const made = await makeOrder({ from: 'MONOBUAH', to: 'LTC', amount: '5000', isAway: true }, locale);
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
}
