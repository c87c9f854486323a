import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { localesOf, productUrl } from './product.ts';
import { send, signUp } from './signed-calls.ts';
import { pathIn, wordsOf } from './words.ts';

for (const locale of localesOf('ru')) {
  test(`${locale}: a call is signed and sent on the page for partners, shows its response, and goes to this shop only`, async ({
    page,
  }) => {
    const t = wordsOf(locale);
    await page.setViewportSize({ width: 360, height: 780 });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (/^(?:https?|wss?):/.test(request.url()) && new URL(request.url()).host !== new URL(productUrl()).host)
        elsewhere.push(request.url());
    });
    await signUp(page, `runs-${locale}-${Date.now()}@example.org`, locale);
    const attributes = { name: 'Shop', mode: 'sandbox', scopes: ['rates:read', 'orders:read', 'orders:write'], networks: [] };
    const key = await send(page.request, 'POST /api/v1/partner_keys', { type: 'partner_keys', attributes, locale });

    await page.goto(pathIn(locale, '/developers'));
    await untilRunning(page);
    const call = page.getByRole('combobox', { name: t('developers.run.call') });
    const answer = page.locator('[data-code=ran]');
    const run = async () => await page.getByRole('button', { name: t('developers.run.submit'), exact: true }).click();
    const type = async (field: string, words: string) => await page.getByLabel(t(`developers.run.${field}`), { exact: true }).fill(words);

    await test.step('a key of real orders is not used', async () => {
      await call.selectOption('listPaymentSystems');
      await type('key', 'pk_live_0123456789abcdef');
      await type('secret', 'of real money');
      await run();
      await expect(page.getByText(t('developers.run.live'))).toBeVisible();
      await expect(answer).toHaveCount(0);
    });

    await test.step('a test key lists, calculates, and creates an order from the calculation', async () => {
      await type('key', key.id);
      await type('secret', String(key.attributes['secret']));
      await run();
      await expect(page.getByRole('region', { name: `${t('developers.run.answer')} 200` })).toContainText('"payment_systems"');
      await call.selectOption('calculateFromIncome');
      await run();
      await expect(answer).toContainText('"rate_calculations"');
      const { data } = JSON.parse(await answer.innerText()) as { readonly data: { readonly id: string } };
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
      await call.selectOption('createOrder');
      await expect(page.locator('#run textarea')).toHaveValue(new RegExp(RegExp.escape(data.id)));
      await run();
      await expect(page.getByRole('region', { name: `${t('developers.run.answer')} 201` })).toContainText('"orders"');
    });

    await test.step('whatever path is typed, the signed request stays on this origin', async () => {
      await call.selectOption('listPaymentSystems');
      for (const target of ['//evil.example/api/v1/orders', '/\\\\evil.example/x', 'https://evil.example/x', '@evil.example']) {
        await type('target', target);
        await run();
        await expect(page.getByRole('region', { name: `${t('developers.run.answer')} 404` })).toBeVisible();
        await call.selectOption('calculateFromIncome');
        await call.selectOption('listPaymentSystems');
      }
      expect(elsewhere).toEqual([]);
    });
  });
}
