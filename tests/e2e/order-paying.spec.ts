import { orderNumber } from '#core/order/number.ts';
import { exchangeForm } from './exchange-form.ts';
import { expectStatus, makeOrder, openOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { control, LOCALES, localesOf } from './product.ts';
import { readPageQr } from './read-qr.ts';
import { wordsOf } from './words.ts';

const TETHER_TO_ROUBLES = { from: 'USDTTRC20', to: 'SBERRUB', amount: '200' };
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };

/** Focused elements, by Tab from the top of the page, that the bar at the lower edge covers. */
async function coveredByBar(page: Page): Promise<readonly string[]> {
  const covered: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- focused one after the other
    await page.keyboard.press('Tab');
    // oxlint-disable-next-line no-await-in-loop -- as above
    const found = await page.evaluate(() => {
      const [bar, focused] = [document.querySelector('.at-hand'), document.activeElement];
      if (bar === null || focused === null || focused === document.body || bar.contains(focused)) return '';
      const [edge, place] = [bar.getBoundingClientRect(), focused.getBoundingClientRect()];
      return place.bottom > edge.top && place.top < edge.bottom && place.right > edge.left ? (focused.textContent ?? '') : '';
    });
    if (found !== '') covered.push(found);
  }
  return covered;
}

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`the QR code is open on a desktop beside the address, and one press away on a phone, ${locale}`, async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await openOrder(page, await makeOrder(TETHER_TO_ROUBLES, locale), locale);
    const code = page.getByRole('img', { name: t('order.qr_label') });
    await expect(code).toBeInViewport({ ratio: 1 });
    const address = page.locator('p.select-all', { hasText: /^T\w{3} / });
    const displayed = ((await address.textContent()) ?? '').replaceAll(' ', '');
    expect(await readPageQr(page, t('order.qr_label'))).toBe(displayed);
    const [left, right] = [await address.boundingBox(), await code.boundingBox()];
    expect((left?.x ?? Number.NaN) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
    await expect(page.getByText(t('order.show_qr'))).toBeHidden();
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    await page.setViewportSize(PHONE);
    await expect(code).toHaveCount(0);
    await page.getByText(t('order.show_qr')).click();
    await expect(code).toBeVisible();
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
  });

  test(`a bank transfer has its purpose to copy and the QR code of Russian banks, ${locale}`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    const made = await makeOrder({ from: 'WIRERUB', to: 'LTC', amount: '9000' }, locale);
    await openOrder(page, made, locale);
    const purpose = t('requisites.purpose');
    await page.getByRole('button', { name: new RegExp(`^${t('order.copy_idle')}.*${purpose}`) }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(orderNumber(made.id));
    await page.getByText(t('order.show_qr')).click();
    expect(await readPageQr(page, t('order.qr_label'))).toMatch(
      new RegExp(
        String.raw`^ST00012\|Name=[^|]+\|PersonalAcc=\d{20}\|BankName=[^|]+\|BIC=\d{9}\|CorrespAcc=\d{20}\|Sum=900000\|Purpose=${copied}$`,
      ),
    );
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    await page.setViewportSize(DESKTOP);
    await expect(page.getByRole('img', { name: t('order.qr_label') })).toBeVisible();
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
  });

  test(`a payment link of SBP is a button on a phone and a QR code on a desktop, ${locale}`, async ({ page }) => {
    const link = 'https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=01&bank=000000000001&sum=900000&cur=RUB&crc=F3D0';
    await page.setViewportSize(PHONE);
    const made = await makeOrder({ from: 'SBPRUB', to: 'LTC', amount: '9000' }, locale);
    await control.payByLink(made.id, link);
    await openOrder(page, made, locale);
    const button = page.getByRole('link', { name: t('order.sbp_pay'), exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(button).toHaveAttribute('href', link);
    await expect(page.getByText(t('order.scan_sbp'))).toBeHidden();
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    await page.setViewportSize(DESKTOP);
    await expect(button).toBeHidden();
    await expect(page.getByRole('img', { name: t('order.qr_label') })).toBeInViewport({ ratio: 1 });
    expect(await readPageQr(page, t('order.qr_label'))).toBe(link);
    await expect(page.getByText(t('order.scan_sbp'))).toBeVisible();
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
  });

  test(`"I've paid" is at hand on a phone until it is pressed, and covers nothing, ${locale}`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await openOrder(page, await makeOrder(ROUBLES_TO_LITECOIN, locale), locale);
    const button = page.getByRole('button', { name: t('order.claim_payment'), exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await coveredByBar(page)).toEqual([]);
    const lastLine = page
      .getByRole('heading', { name: t('order.timeline') })
      .locator('..')
      .locator('li')
      .last();
    await lastLine.evaluate((line) => line.scrollIntoView({ block: 'end' }));
    await expect(button).toBeInViewport({ ratio: 1 });
    const [line, bar] = [await lastLine.boundingBox(), await page.locator('.at-hand').boundingBox()];
    expect((line?.y ?? Number.NaN) + (line?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    expect(await violationsOf(page)).toEqual([]);
    await button.click();
    await expectStatus(page, locale, 'payment_claimed');
    await expect(button).toHaveCount(0);
    await expect(page.locator('.at-hand')).toHaveCount(0);
  });
}

test('at 400 % zoom and on a desktop "I\'ve paid" stands in its form', async ({ page }) => {
  const button = page.getByRole('button', { name: wordsOf('ru')('order.claim_payment'), exact: true });
  await openOrder(page, await makeOrder(ROUBLES_TO_LITECOIN), 'ru');
  for (const size of [
    { width: 320, height: 256 },
    { width: 1280, height: 900 },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one size after the other
    await page.setViewportSize(size);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect(page.locator('form').filter({ has: button })).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect(page.locator('.at-hand')).toBeHidden();
  }
});

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  /** Controls of the page with a part outside the screen or below another element, each scrolled to the middle. */
  const coveredControls = (page: Page) =>
    page.evaluate(() => {
      const controls = document.querySelectorAll<HTMLElement>(
        'main :is(a[href], button, input:not([type=radio], [type=checkbox]), summary)',
      );
      return [...controls].flatMap((control) => {
        control.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
        if (width < 2 || height < 2 || control.closest('.sr-only, [inert]') !== null) return [];
        const middle = (top + bottom) / 2;
        const isShown = [left + 2, right - 2].every((x) => {
          const hit = document.elementFromPoint(x, middle);
          // A field's own button, such as "paste", lies on the field
          return hit !== null && (control.contains(hit) || hit.contains(control) || control.parentElement?.contains(hit) === true);
        });
        return isShown ? [] : [`${control.tagName} ${control.textContent}`];
      });
    });

  test(`at 400 % zoom no control of the form or of an order is covered, and the action is whole, ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    const form = exchangeForm(page, locale);
    await form.open('/exchange/sberrub-ltc?amount=9000');
    await form.expectNumbers();
    expect(await coveredControls(page)).toEqual([]);
    await form.submitButton().scrollIntoViewIfNeeded();
    await expect(form.submitButton()).toBeInViewport({ ratio: 1 });
    await openOrder(page, await makeOrder(ROUBLES_TO_LITECOIN, locale), locale);
    expect(await coveredControls(page)).toEqual([]);
    const paid = page.getByRole('button', { name: t('order.claim_payment'), exact: true }).filter({ visible: true });
    await paid.scrollIntoViewIfNeeded();
    await expect(paid).toBeInViewport({ ratio: 1 });
    const support = page.getByRole('complementary', { name: t('shell.chat') }).getByRole('link');
    await support.scrollIntoViewIfNeeded();
    await expect(support).toBeInViewport({ ratio: 1 });
  });
}
