import { browserLocale, signIn } from './office-page.ts';
import { OFFICE_PATHS } from './office-screens.ts';
import { expect, test } from './page-test.ts';
import { sidewaysOf, strayRussian, untranslatedOf, violationsOf } from './page-checks.ts';
import { LOCALES, OWNER } from './product.ts';

/** Each language in one theme and width: checking all combinations takes minutes, and violations appear in one of them. */
const VIEW = { ru: { width: 320, scheme: 'dark' }, en: { width: 1280, scheme: 'light' } } as const;
const WIDTHS = [320, 390, 1280, 1920];

for (const locale of LOCALES) {
  test(`every screen of the office, ${locale}: no WCAG 2.2 AA violation, no horizontal scroll, nothing untranslated`, async ({
    openContext,
  }) => {
    test.setTimeout(480_000);
    const page = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    const view = VIEW[locale];
    await page.emulateMedia({ colorScheme: view.scheme, reducedMotion: 'reduce' });
    const found: string[] = [];
    /** A list that is rendered again for another width gets time to finish. */
    const sideways = async (path: string, width: number) => {
      const isStill = await expect
        .poll(() => sidewaysOf(page), { timeout: 2_000 })
        .toBe(0)
        .then(
          () => true,
          () => false,
        );
      if (!isStill) found.push(`${path} ${width}: scrolls sideways by ${await sidewaysOf(page)} px`);
    };
    for (const path of OFFICE_PATHS) {
      await page.goto(`/office/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.loading, .list-skeleton')).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await sideways(path, width);
      }
      await page.setViewportSize({ width: view.width, height: 800 });
      for (const violation of await violationsOf(page)) found.push(`${path} ${view.width} ${view.scheme}: ${violation}`);
      const raw = await untranslatedOf(page);
      if (raw !== null) found.push(`${path}: ${raw}`);
      for (const text of await strayRussian(page)) found.push(`${path}: stray ${text}`);
    }
    expect(found).toEqual([]);
  });
}
