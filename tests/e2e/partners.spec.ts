import type { Locale } from '#core/locale.ts';
import { createApi } from '#tests/make/call-api.ts';
import { fillForm, sendForm } from '#tests/make/customer.ts';
import { type PartnerKey, signedApi } from '#tests/make/partner.ts';
import { activateBy, mailedLink } from './mailbox.ts';
import { browserLocale, signIn } from './office-page.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { localesOf, OWNER, productUrl } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PASSWORD = 'Gromkaya-Skala-71x';
const PAGE = '/account/earnings/api';

/** Signs up an account with a verified e-mail address and opens its API keys page. */
async function comeIn(page: Page, locale: Locale, email: string): Promise<void> {
  const signedUp = await page.request.post('/api/v1/users', {
    headers: { 'content-type': 'application/vnd.api+json', 'site-locale': locale },
    data: JSON.stringify({ email, password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true }),
  });
  expect(signedUp.status()).toBe(201);
  await activateBy(page, await mailedLink(page, email, '/activate?token='));
  await untilRunning(page);
  await page.goto(pathIn(locale, PAGE));
  await untilRunning(page);
}

for (const locale of localesOf('ru')) {
  test(`${locale}: a partner makes a key, a program trades with it, the office blocks it`, async ({ page, openContext }) => {
    const t = wordsOf(locale);
    const email = `partner-${locale}-${Date.now()}@example.org`;
    await page.setViewportSize({ width: 360, height: 780 });
    await comeIn(page, locale, email);

    const key = await test.step('a key is created, and its secret shown once', async (): Promise<PartnerKey> => {
      await page.getByRole('button', { name: t('partner_api.keys.make') }).click();
      await page.getByLabel(t('partner_api.key.name'), { exact: true }).fill('Shop');
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
      await page.getByLabel(t('partner_api.key.networks')).fill('not an address');
      await page.getByRole('button', { name: t('partner_api.key.make') }).click();
      // Wrong input is marked, and nothing is lost
      await expect(page.getByRole('alert')).toHaveText(t('refusals.detail.invalid_network'));
      await expect(page.getByLabel(t('partner_api.key.name'), { exact: true })).toHaveValue('Shop');
      await page.getByLabel(t('partner_api.key.networks')).fill('');
      await page.getByRole('button', { name: t('partner_api.key.make') }).click();
      const made = page.getByRole('group', { name: t('partner_api.made.title', { name: 'Shop' }) });
      await expect(made).toBeVisible();
      const [id = '', secret = ''] = await made.locator('code').allTextContents();
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
      await page.getByLabel(t('partner_api.made.kept')).check();
      await page.getByRole('button', { name: t('partner_api.made.done') }).click();
      await expect(page.getByText(secret)).toBeHidden();
      return { id, secret };
    });

    const api = signedApi(createApi(productUrl()), key);
    const status = async () => (await api.call('GET', '/api/v1/payment_systems')).status;
    await test.step("the partner's program creates an order, which the partner sees", async () => {
      const form = await fillForm(api, { from: 'LTC', to: 'TCSBRUB', side: 'income', amount: '1' });
      const made = await sendForm(api, form, `e2e-${locale}-${Date.now()}`);
      expect(made.status).toBe(201);
      await page.reload();
      await untilRunning(page);
      // Test orders are in a separate list, each with its badge
      await page.getByRole('link', { name: t('partner_api.orders.sandbox'), exact: true }).click();
      await expect(page.getByText(made.resource().id)).toBeVisible();
      await expect(page.getByText(t('partner_api.orders.test'), { exact: true })).toBeVisible();
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    });

    await test.step('the office finds the partner and suspends it, and the partner reads why', async () => {
      const office = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
      await office.goto(`/office/partners?q=${encodeURIComponent(email)}`);
      await office.getByRole('link', { name: email }).click();
      await expect(office.getByText(key.id)).toBeVisible();
      await office.goto(`${office.url()}?mode=sandbox`);
      await expect(office.getByText('TCSBRUB').first()).toBeVisible();
      await office.getByRole('button', { name: t('office_partners.suspend') }).click();
      await office.getByLabel(t('office_partners.reason_told')).fill('Orders that nobody pays');
      await office
        .locator('form')
        .getByRole('button', { name: t('office_partners.suspend') })
        .click();
      await expect(office.getByText(t('office_partners.suspended')).first()).toBeVisible();
      expect(await violationsOf(office)).toEqual([]);
      expect(await status()).toBe(403);
      await office.getByRole('button', { name: t('office_partners.resume') }).click();
      await office.getByLabel(t('office_partners.note')).fill('He has promised');
      await office
        .locator('form')
        .getByRole('button', { name: t('office_partners.resume') })
        .click();
      await expect.poll(status).toBe(200);
      // The partner's orders in the list of all orders: a test order is not listed
      await office.getByRole('link', { name: t('office_partners.all_orders') }).click();
      const partner = office.getByRole('combobox', { name: t('office.queue.partner') });
      await expect(partner).toHaveValue(email);
      await expect(office.getByText(t('office.queue.nothing_of_partner.all'))).toBeVisible();
      await office.reload();
      await expect(partner).toHaveValue(email);
      expect([await violationsOf(office), await sidewaysOf(office)]).toEqual([[], 0]);
      await office.locator('.partner-filter button').click();
      await expect(office).toHaveURL(/\/office\/?\?view=all$/);
      await partner.fill('nobody-of-this-name');
      await expect(office.getByText(t('office.queue.no_such_partner'))).toBeVisible();
      await partner.fill(email);
      await office.getByRole('option', { name: email }).click();
      await expect(office).toHaveURL(/partner=/);
    });

    await test.step('a revoked key stops working at once', async () => {
      await page
        .locator('summary')
        .filter({ hasText: t('partner_api.key.revoke') })
        .click();
      await page.getByRole('button', { name: t('partner_api.key.revoke_sure', { name: 'Shop' }) }).click();
      await expect(page.getByText(t('partner_api.key.revoked'), { exact: true })).toBeVisible();
      expect(await status()).toBe(401);
    });
  });
}
