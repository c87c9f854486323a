import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import type { Locale } from '#core/locale.ts';
import { orderNumber } from '#core/order/number.ts';
import { browserLocale, signIn } from './office-page.ts';
import { expectStatus, makeOrder, openOrder } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { switchedRoute } from './routes.ts';
import { localesOf, OWNER } from './product.ts';
import { pattern, wordsOf } from './words.ts';

/** A photo is re-encoded in a separate process, one at a time. */
const DRAWN = { timeout: 30_000 };

/** The demo direction that requires a card verification above an amount; each order has another amount. */
const cardOrder = () => ({ from: 'CARDRUB', to: 'GRAM', amount: String(51_000 + randomInt(900)) });
const NUMBER = '2204 0000 0000 0000';
const HOLDER: Readonly<Record<Locale, string>> = { ru: 'IVAN PETROV', en: 'JOHN SMITHSON' };

const photoOf = async (name: string, blur = 0): Promise<{ name: string; mimeType: string; buffer: Buffer }> => {
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#8a7a66"/>
    <rect x="200" y="260" width="1200" height="720" rx="60" fill="#2c6e5b"/><text x="280" y="690" font-size="110" fill="#f4f1e8">${NUMBER}</text>
    <text x="280" y="880" font-size="80" fill="#f4f1e8">${name}</text></svg>`;
  const drawn = sharp(Buffer.from(card));
  return { name: 'card.jpg', mimeType: 'image/jpeg', buffer: await (blur > 0 ? drawn.blur(blur) : drawn).jpeg().toBuffer() };
};

const acceptOf = (office: Page, locale: Locale) =>
  office.getByRole('button', { name: wordsOf(locale)('office_cards.accept'), exact: true });

/** The verifier's page of one order's card, claimed. */
async function take(office: Page, locale: Locale, orderId: string): Promise<void> {
  const t = wordsOf(locale);
  await office.goto(`/office/cards?q=${orderId}`);
  await office
    .getByRole('row')
    .filter({ hasText: orderNumber(orderId) })
    .getByRole('link')
    .first()
    .click();
  const free = office.getByRole('button', { name: t('office_cards.take'), exact: true });
  // The test in the other language uses the same operator, so this card may be taken already
  await expect(free.or(acceptOf(office, locale)).first()).toBeVisible();
  // It may be taken by that test between the look and the click
  await expect(async () => {
    if (await free.isVisible()) await free.click({ timeout: 1_000 });
    await expect(free).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
}

/** Claimed, and its photo viewed. */
async function takeOrder(office: Page, locale: Locale, orderId: string): Promise<void> {
  await take(office, locale, orderId);
  await expect(acceptOf(office, locale)).toBeEnabled(DRAWN);
}

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  test.describe(`a card verification, ${locale}`, () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test('is refused at the field and by the operator, sent again over a broken connection with its input, and its order continues automatically', async ({
      page,
      context,
      openContext,
      guard,
    }) => {
      guard.allow(/net::ERR_/);
      const made = await makeOrder(cardOrder(), locale);
      await openOrder(page, made, locale);
      await expectStatus(page, locale, 'awaiting_verification');
      const press = (key: string) => page.getByRole('button', { name: t(`card_verification.${key}`), exact: true }).click();
      const number = page.getByRole('textbox', { name: t('card_verification.card_number') });
      // The other language's operator goes on to the next card, which may be this one
      const received = page.getByText(new RegExp(`^(${t('card_verification.waiting')}|${t('card_verification.checking')})$`));

      // By keyboard: an empty form, then a card other than the order's
      await number.focus();
      await page.keyboard.press('Enter');
      await expect(number).toHaveAccessibleDescription(t('refusals.detail.required'));
      await expect(number).toBeFocused();
      await number.fill('2200 7000 0000 0009');
      await page.getByRole('textbox', { name: t('card_verification.name') }).fill(HOLDER[locale]);
      const bank = page.getByRole('combobox', { name: t('card_verification.bank') });
      await bank.selectOption('sberbank');
      await bank.press('Tab');
      await page.keyboard.press('Enter');
      const file = page.locator('input[type="file"]:not([capture])');
      await file.setInputFiles(await photoOf(HOLDER[locale], 16));
      await expect(page.getByText(t('card_verification.seems_blurred'))).toBeVisible();
      await press('send');
      await expect(number).toHaveAccessibleDescription(t('refusals.detail.card_of_order', { end: '0000' }));
      await number.fill(NUMBER);
      await press('next');
      // A broken connection loses no input
      await context.setOffline(true);
      await press('send');
      await expect(page.getByText(t('card_verification.no_answer'))).toBeVisible();
      await context.setOffline(false);
      await press('retry');
      await expect(received).toBeVisible(DRAWN);
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);

      const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 900 } }), OWNER);
      // A photo that does not load cannot be accepted and does not block the queue
      const answerPictures = await switchedRoute(office, '**/picture');
      answerPictures((route) => route.abort());
      await take(office, locale, made.id);
      await expect(office.getByRole('button', { name: t('office_cards.reason.blurred') })).toBeEnabled();
      await expect(acceptOf(office, locale)).toBeDisabled();
      answerPictures();
      await takeOrder(office, locale, made.id);
      expect([await violationsOf(office), await sidewaysOf(office)]).toEqual([[], 0]);
      await office.locator('body').press('1');
      const words = office.getByRole('textbox', { name: t('office_cards.words') });
      await words.fill(`№ ${made.id}`);
      await words.press('Enter');
      await expect(page.getByText(t('card_verification.rejected'), { exact: true })).toBeVisible(DRAWN);
      await expect(page.getByText(pattern(t, 'card_verification.rejected_because', ['reason']))).toContainText(made.id);

      await press('again');
      await expect(number).toHaveValue(NUMBER);
      await press('next');
      await file.setInputFiles(await photoOf(HOLDER[locale]));
      await expect(page.getByText(t('card_verification.seems_fine'))).toBeVisible();
      await press('send');
      await expect(received).toBeVisible(DRAWN);
      await takeOrder(office, locale, made.id);
      await office.locator('body').press('Enter');
      await expectStatus(page, locale, 'awaiting_payment');
    });
  });
}
