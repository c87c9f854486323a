import { browserLocale } from './office-page.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { localesOf } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PHONE = { width: 360, height: 740 };

for (const locale of localesOf('ru')) {
  test(`the phone menu opens without scripts, and with them closes on Escape and "back", ${locale}`, async ({ openContext }) => {
    const t = wordsOf(locale);
    const bare = await (await openContext({ viewport: PHONE, javaScriptEnabled: false })).newPage();
    await bare.goto(pathIn(locale, '/faq'));
    await bare.locator('header summary').click();
    await bare
      .getByRole('navigation', { name: t('shell.menu.label') })
      .getByRole('link', { name: t('shell.menu.fees') })
      .click();
    await bare.waitForURL((address) => address.pathname === pathIn(locale, '/fees'));

    const page = await (await openContext({ viewport: PHONE, locale: browserLocale(locale) })).newPage();
    await page.goto(pathIn(locale, '/faq'));
    await untilRunning(page);
    const button = page.locator('header summary');
    const menu = page.getByRole('navigation', { name: t('shell.menu.label') });
    // With scripts, an overlay is an entry of the browser history
    const isStep = (value: boolean) => expect.poll(() => page.evaluate(() => 'closes' in Object(history.state))).toBe(value);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await isStep(true);
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await isStep(false);

    await button.click();
    await expect(menu).toBeVisible();
    await isStep(true);
    await page.goBack();
    await expect(menu).toBeHidden();
    expect(new URL(page.url()).pathname).toBe(pathIn(locale, '/faq'));
    await button.click();
    await isStep(true);
    await menu.getByRole('link', { name: t('shell.menu.news') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('content.news.title') })).toBeVisible();
    await expect(menu).toBeHidden();
    // The menu has left no history entry
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: t('content.faq.title') })).toBeVisible();
  });
}

test('"back" pressed while the menu opens closes it and stays on the page', async ({ openContext }) => {
  const t = wordsOf('ru');
  const page = await (await openContext({ viewport: PHONE })).newPage();
  await page.goto('/news');
  await page.goto('/faq');
  await untilRunning(page);
  const menu = page.getByRole('navigation', { name: t('shell.menu.label') });
  const isStep = (value: boolean) => expect.poll(() => page.evaluate(() => 'closes' in Object(history.state))).toBe(value);
  // Its scripts have loaded when it is a history entry
  await page.locator('header summary').click();
  await isStep(true);
  await page.goBack();
  for (let time = 0; time < 2; time += 1) {
    await isStep(false);
    await expect(menu).toBeHidden();
    // Between the two presses only microtasks run
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('header summary')?.click();
      await Promise.resolve();
      history.back();
    });
    await isStep(false);
    await expect(menu).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/faq');
  }
  await page.locator('header summary').click();
  await menu.getByRole('link', { name: t('shell.menu.fees') }).click();
  await page.waitForURL((address) => address.pathname === '/fees');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: t('content.faq.title') })).toBeVisible();
});
