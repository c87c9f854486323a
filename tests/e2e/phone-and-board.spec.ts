import { exchangeForm } from './exchange-form.ts';
import { expectStatus, makeOrder, openOrder, pay, ROUBLES_TO_LITECOIN } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { LOCALES } from './product.ts';
import { readPageQr } from './read-qr.ts';
import { pathIn, pattern, wordsOf } from './words.ts';

const PHONE = { width: 360, height: 780 } as const;
/** One and a half screens, less the head of the page: a notice of another test may stand in it. */
const REACH = PHONE.height * 1.5 - 170;

/** Position of an element in the document, independent of scrolling. */
const placeOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    return box === undefined ? null : { top: box.top + globalThis.scrollY, bottom: box.bottom + globalThis.scrollY };
  }, selector);

/** The element at the centre of another one, as a tap would hit it. */
const meets = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    const box = element?.getBoundingClientRect();
    if (!element || box === undefined) return false;
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return hit !== null && (element === hit || element.contains(hit));
  }, selector);

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`${locale}: on a phone the action stays visible with the outcome amount, and its own place is reachable`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    const form = exchangeForm(page, locale);
    await form.open();
    await form.expectNumbers();
    const slots = page.getByRole('group', { name: t('exchange.slot.legend') });
    expect(await slots.getByRole('radio').count()).toBeGreaterThan(2);
    expect(await slots.evaluate((group) => group.scrollWidth - group.clientWidth)).toBe(0);
    await expect(form.submitButton()).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(t('exchange.form.you_get'), { exact: true }).last()).toBeInViewport();
    // While a field has focus the button does not float: it is in its own place below the form
    await form.email().focus();
    expect(await meets(page, 'input[name=email]')).toBe(true);
    const [consent, action] = [await placeOf(page, 'input[name=accept_terms]'), await placeOf(page, 'form button[type=submit]')];
    expect(consent?.bottom).toBeLessThan(action?.top ?? 0);
    const top = (await placeOf(page, 'form.group\\/form'))?.top ?? 0;
    const parts = await page.locator('fieldset, section.figures').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect((action?.bottom ?? Infinity) - top, `heights: ${parts.join(', ')}`).toBeLessThanOrEqual(REACH);
    // By keyboard nothing below it can be focused
    await page.keyboard.press('Tab');
    await expect(form.terms()).toBeFocused();
    expect(await meets(page, 'input[name=accept_terms]')).toBe(true);
    await page.evaluate(() => globalThis.scrollTo(0, document.documentElement.scrollHeight));
    await expect(form.submitButton()).not.toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  test(`${locale}: the board shows rates of either side, sortable, and a row opens its exchange`, async ({ page }) => {
    const form = exchangeForm(page, locale);
    await form.open();
    const board = page.getByRole('table', { name: t('exchange.departures.title') });
    const lines = board.getByRole('row').filter({ has: page.getByRole('link') });
    await expect(lines).toHaveCount(8);
    const minutes = board.getByRole('columnheader', { name: t('exchange.departures.minutes') });
    // The board hydrates after the form
    await expect(async () => {
      await minutes.getByRole('button').click();
      await expect(minutes).toHaveAttribute('aria-sort', 'ascending', { timeout: 1_000 });
    }).toPass();
    await page.getByRole('button', { name: pattern(t, 'exchange.departures.all', ['count']) }).click();
    expect(await lines.count()).toBeGreaterThan(10);
    await page.getByRole('button', { name: t('exchange.departures.outcome', { name: locale === 'ru' ? 'Сбербанк' : 'Sberbank' }) }).click();
    const bitcoin = lines.filter({ has: page.getByRole('link', { name: `${t('exchange.departures.give')} Bitcoin`, exact: true }) });
    await expect(bitcoin).toContainText(t('exchange.departures.per', { unit: locale === 'ru' ? '₽' : 'RUB', one: 'BTC' }));
    await bitcoin.getByRole('link').click();
    await expect(page.getByRole('button', { name: t('exchange.income.choose') })).toContainText('Bitcoin');
    await form.expectNumbers();
  });

  test(`${locale}: an order continues on the phone by a one-time code, and is marked on the computer`, async ({ page, openContext }) => {
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    await openOrder(page, made, locale);
    await page.getByRole('button', { name: t('order.handover.continue') }).click();
    const address = await readPageQr(page, t('order.handover.qr'));
    expect(new URL(address).search).toBe('');
    const phone = await (await openContext({ viewport: PHONE })).newPage();
    await phone.goto(address);
    await untilRunning(phone);
    // The token of an order is not in the address, and opening the page has not used the code
    await expect.poll(() => phone.url()).not.toContain('#');
    await phone.getByRole('button', { name: t('order.handover.open_here') }).click();
    await phone.waitForURL((url) => url.pathname === pathIn(locale, `/order/${made.id}`));
    await expectStatus(phone, locale, 'awaiting_payment');
    await expect(page.getByText(t('order.handover.opened'))).toBeVisible();
    const stranger = await (await openContext()).newPage();
    await stranger.goto(address);
    await stranger.getByRole('button', { name: t('order.handover.open_here') }).click();
    await expect(stranger.getByRole('alert')).toContainText(t('order.handover.dead_title'));
    await page.keyboard.press('Escape');
    await pay(made.id, 'exact');
    await expectStatus(page, locale, 'completed');
    const stamp = page.getByText(t('order.stamp'), { exact: false }).and(page.locator('.stamp'));
    await expect(stamp).toHaveClass(/stamp-falls/);
    await expect(stamp).toContainText(/\d\d:\d\d/);
    await page.reload();
    await expect(stamp).toBeVisible();
    await expect(stamp).not.toHaveClass(/stamp-falls/);
  });
}
