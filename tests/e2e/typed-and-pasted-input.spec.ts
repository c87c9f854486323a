import { exchangeForm } from './exchange-form.ts';
import { systemOf } from './order.ts';
import { expect, test } from './page-test.ts';
import { LOCALES } from './product.ts';
import { wordsOf } from './words.ts';

const TRON_ADDRESS = 'TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN';
const EVM_ADDRESS = '0xAe133361722d950AA6197943fd58886262882c9d';

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test.describe(`typed and pasted input, ${locale}`, () => {
    test.use({ viewport: { width: locale === 'ru' ? 360 : 1280, height: 800 } });

    test('an amount with its currency is accepted', async ({ page }) => {
      const form = exchangeForm(page, locale);
      await form.open('/exchange/usdttrc20-sberrub?amount=300');
      await form.expectNumbers();
      await page.evaluate(() => navigator.clipboard.writeText('$1,500.50'));
      await form.amount('income').selectText();
      await page.keyboard.press('ControlOrMeta+V');
      await expect(form.amount('income')).toHaveValue('1500.50');
      await form.expectNumbers();
      await form.amount('income').fill('700 USDT');
      await expect(form.amount('income')).toHaveValue('700');
      await form.expectNumbers();
    });

    test('no digit of an amount is cut on the narrowest screen', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 720 });
      const form = exchangeForm(page, locale);
      for (const pair of ['sberrub-eth?amount=51234', 'usdttrc20-cardkzt?get=1234567.89', 'sberrub-btc?amount=123456.78']) {
        await form.open(`/exchange/${pair}`);
        await form.expectNumbers();
        for (const side of ['income', 'outcome'] as const)
          expect(await form.amount(side).evaluate((field) => field.scrollWidth - field.clientWidth), `${pair} ${side}`).toBe(0);
      }
    });

    test('at 400 % zoom the exchange button is fully visible when reached', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 256 });
      const form = exchangeForm(page, locale);
      await form.open('/exchange/sberrub-ltc?amount=9000');
      await form.expectNumbers();
      await form.submitButton().scrollIntoViewIfNeeded();
      await expect(form.submitButton()).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.at-hand')).toHaveCSS('position', 'static');
    });

    test('an address of another network is reported on blur, with advice', async ({ page }) => {
      const form = exchangeForm(page, locale);
      const [erc, trc] = [await systemOf('USDTERC20', locale), await systemOf('USDTTRC20', locale)];
      await form.open('/exchange/sberrub-usdterc20?amount=50000');
      await form.expectNumbers();
      const label = erc.outcome_fields[0]?.label ?? '';
      await form.field(label).fill(TRON_ADDRESS);
      // Offered at once, before the field is left
      await expect(page.getByRole('button', { name: t('exchange.form.switch_system', { name: trc.name }) })).toBeVisible();
      await form.email().focus();
      const message = t('refusals.detail.address_of_other_network', { given: 'TRON', expected: 'Ethereum (ERC-20)' });
      await expect(form.field(label)).toHaveAccessibleDescription(message);
      await page.getByRole('button', { name: t('exchange.form.switch_system', { name: trc.name }) }).click();
      await expect(page).toHaveURL(/sberrub-usdttrc20/);
      await expect(form.field(label)).toHaveValue(TRON_ADDRESS);
      await expect(form.field(label)).not.toHaveAttribute('aria-invalid', 'true');
    });

    test('an address is pasted by a button, and read from a QR code where the browser can', async ({ page }) => {
      const trc = await systemOf('USDTTRC20', locale);
      const label = trc.outcome_fields[0]?.label ?? '';
      const form = exchangeForm(page, locale);
      const button = (key: 'paste' | 'scan') => page.getByRole('button', { name: t(`exchange.form.${key}`, { label }) });
      await form.open('/exchange/sberrub-usdttrc20?amount=50000');
      await page.evaluate((text) => navigator.clipboard.writeText(text), `tron:${TRON_ADDRESS}?amount=5`);
      await button('paste').click();
      await expect(form.field(label)).toHaveValue(TRON_ADDRESS);
      await expect(button('scan')).toHaveCount(0);
      // A reader that sees the code at the second look, and a camera that shows a canvas
      await page.addInitScript((text) => {
        let looks = 0;
        const detect = async () => ((looks += 1) < 2 ? [] : [{ rawValue: text }]);
        const Reader = Object.assign(
          function BarcodeDetector() {
            return { detect };
          },
          { getSupportedFormats: async () => ['qr_code'] },
        );
        Object.assign(globalThis, { BarcodeDetector: Reader });
        navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream();
      }, TRON_ADDRESS);
      await form.open('/exchange/sberrub-usdttrc20?amount=50000');
      await button('scan').click();
      await expect(form.field(label)).toHaveValue(TRON_ADDRESS);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('a checksum typo is reported on blur; a payment link becomes its address', async ({ page }) => {
      const form = exchangeForm(page, locale);
      const trc = await systemOf('USDTTRC20', locale);
      await form.open('/exchange/sberrub-usdttrc20?amount=50000');
      await form.expectNumbers();
      const address = form.field(trc.outcome_fields[0]?.label ?? '');
      await address.fill(`${TRON_ADDRESS.slice(0, -1)}M`);
      await form.email().focus();
      await expect(address).toHaveAccessibleDescription(t('refusals.detail.address_checksum'));
      await address.fill(`tron:${TRON_ADDRESS}?amount=5`);
      await expect(address).toHaveValue(TRON_ADDRESS);
      await form.email().focus();
      await expect(address).not.toHaveAttribute('aria-invalid', 'true');
    });

    test('an EIP-681 link pays its receiver, and a link with a tag fills in the tag', async ({ page }) => {
      const form = exchangeForm(page, locale);
      const [erc, xrp] = [await systemOf('USDTERC20', locale), await systemOf('XRP', locale)];
      await form.open('/exchange/sberrub-usdterc20?amount=50000');
      const address = form.field(erc.outcome_fields[0]?.label ?? '');
      await address.fill(`ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${EVM_ADDRESS}&uint256=5`);
      await expect(address).toHaveValue(EVM_ADDRESS);
      await form.open('/exchange/sberrub-xrp?amount=50000');
      const [account, tag] = xrp.outcome_fields.map((field) => form.field(field.label));
      await account?.fill('ripple:rpatqT9MMuCPgB5hi3CGdY7gDtJEN4tUnR?dt=104857');
      await expect(account ?? page.locator('none')).toHaveValue('rpatqT9MMuCPgB5hi3CGdY7gDtJEN4tUnR');
      await expect(tag ?? page.locator('none')).toHaveValue('104857');
    });

    test('the list finds systems by common names, in the wrong keyboard layout too', async ({ page }) => {
      const form = exchangeForm(page, locale);
      await form.open();
      await page.getByRole('button', { name: t('exchange.income.choose') }).click();
      const dialog = page.getByRole('dialog', { name: t('exchange.income.choose') });
      const search = dialog.getByRole('combobox', { name: t('exchange.search') });
      for (const [query, code] of [
        ['тинькофф', 'TCSBRUB'],
        ['иес', 'BTC'],
        ['усдт трц', 'USDTTRC20'],
      ] as const) {
        await search.fill(query);
        await expect(dialog.getByRole('option')).toHaveCount(1);
        await expect(dialog.getByRole('option')).toContainText(t(`catalogue.systems.${code}`));
      }
    });
  });
}
