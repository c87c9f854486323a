import { exchangeForm } from './exchange-form.ts';
import { browserLocale } from './office-page.ts';
import { expectStatus, systemOf } from './order.ts';
import { sidewaysOf, strayRussian, underSupport, untranslatedOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { LOCALES } from './product.ts';
import { SCREENS } from './screens.ts';
import { wordsOf } from './words.ts';

/** Each theme at each width, divided between the languages: violations appear in both. */
const VIEWS = {
  ru: [
    { width: 320, height: 720, scheme: 'light' },
    { width: 1280, height: 800, scheme: 'dark' },
  ],
  en: [
    { width: 320, height: 720, scheme: 'dark' },
    { width: 1280, height: 800, scheme: 'light' },
  ],
} as const;

const NARROW = [320, 360] as const;

for (const locale of LOCALES) {
  for (const screen of SCREENS) {
    test(`${screen.name}, ${locale}: no WCAG 2.2 AA violation, no horizontal scroll, nothing untranslated`, async ({ openContext }) => {
      const context = await openContext({ viewport: { width: 320, height: 720 }, locale: browserLocale(locale) });
      const page = await screen.open(context, locale);
      const found: string[] = [];
      for (const { width, height, scheme } of VIEWS[locale]) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        for (const violation of await violationsOf(page)) found.push(`${width} ${scheme}: ${violation}`);
        const sideways = await sidewaysOf(page);
        if (sideways > 0) found.push(`${width}: scrolls sideways by ${sideways} px`);
      }
      for (const width of NARROW) {
        await page.setViewportSize({ width, height: 720 });
        for (const covered of await underSupport(page)) found.push(`${width}: ${covered}`);
      }
      expect(found).toEqual([]);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      expect(await untranslatedOf(page)).toBeNull();
      expect(await strayRussian(page)).toEqual([]);
    });
  }

  test(`the whole form by keyboard only, ${locale}`, async ({ page }) => {
    const t = wordsOf(locale);
    const [ltc, card] = [await systemOf('LTC', locale), await systemOf('TCSBRUB', locale)];
    const form = exchangeForm(page, locale);
    await form.open();

    /** Presses Tab until this element has the focus. */
    const tabTo = async (target: ReturnType<Page['getByRole']>) => {
      for (let steps = 0; steps < 40; steps++) {
        await page.keyboard.press('Tab');
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error(`Tab never reaches ${String(target)}`);
    };
    for (const [side, system] of [
      ['income', ltc],
      ['outcome', card],
    ] as const) {
      const picker = page.getByRole('button', { name: t(`exchange.${side}.choose`) });
      await tabTo(picker);
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: t(`exchange.${side}.choose`) });
      await expect(dialog.getByRole('combobox')).toBeFocused();
      await page.keyboard.type(system.id);
      await expect(dialog.getByRole('option')).toHaveCount(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(picker).toContainText(system.name);
      await expect(picker).toBeFocused();
      if (side === 'income') {
        await tabTo(form.amount('income'));
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type('2');
      }
    }
    await form.expectNumbers();
    await tabTo(form.field(card.outcome_fields[0]?.label ?? ''));
    await page.keyboard.type(card.outcome_fields[0]?.example ?? '');
    await tabTo(form.email());
    await page.keyboard.type('guest@example.org');
    await tabTo(form.terms());
    await page.keyboard.press('Space');
    await tabTo(form.submitButton());
    await page.keyboard.press('Enter');
    await expectStatus(page, locale, 'awaiting_payment');
    await tabTo(page.getByRole('button', { name: t('order.claim_payment'), exact: true }));
    await page.keyboard.press('Enter');
    await expectStatus(page, locale, 'payment_claimed');
  });
}
