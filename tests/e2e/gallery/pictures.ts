import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { Locale } from '#core/locale.ts';
import { browserLocale } from '#tests/e2e/office-page.ts';
import { OFFICE_PATHS } from '#tests/e2e/office-screens.ts';
import { expect, type Page, test, untilRunning } from '#tests/e2e/page-test.ts';
import { LOCALES } from '#tests/e2e/product.ts';
import { type Screen, SCREENS } from '#tests/e2e/screens.ts';
import { pathIn, wordsOf } from '#tests/e2e/words.ts';
import { GALLERY, OFFICE_SESSION, pictureName, readSubjects, type View } from './folder.ts';

const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = { site: [360, 768, 1280], office: [360, 768, 1280] } as const;
/** Maximum height of a picture; the rest of a longer page repeats. */
const MAX_HEIGHT = 6000;

const views = (widths: readonly number[]): readonly View[] => widths.flatMap((width) => SCHEMES.map((scheme) => ({ width, scheme })));

/** Scrolls through the page, so that lazily rendered parts are loaded. */
const lookThrough = (page: Page) =>
  page.evaluate(async () => {
    const most = Math.min(document.documentElement.scrollHeight, 6000);
    for (let top = 0; top < most; top += innerHeight) {
      scrollTo(0, top);
      // oxlint-disable-next-line no-await-in-loop -- scrolls step by step
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
  });

async function picture(page: Page, name: string, locale: Locale, view: View): Promise<void> {
  await page.setViewportSize({ width: view.width, height: view.width < 600 ? 780 : 900 });
  await page.emulateMedia({ colorScheme: view.scheme, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await expect(page.locator('.loading, .list-skeleton')).toHaveCount(0);
  await lookThrough(page);
  // A list is rendered again for another width
  await page.waitForTimeout(250);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const file = path.join(GALLERY, pictureName(name, locale, view));
  const clip = { x: 0, y: 0, width: view.width, height: Math.min(height, MAX_HEIGHT) };
  await page.screenshot({
    path: file,
    animations: 'disabled',
    ...(height > MAX_HEIGHT ? { clip, fullPage: true } : { fullPage: true }),
  });
}

async function pictures(page: Page, name: string, locale: Locale, widths: readonly number[]): Promise<void> {
  for (const view of views(widths)) await picture(page, name, locale, view);
}

const arrive = async (context: BrowserContext, address: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`/office/${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
};

/** Error pages. They log to the console, so they are apart from the screens that must not. */
const TROUBLES: readonly Screen[] = [
  {
    name: 'a page that breaks',
    async open(context, locale) {
      const page = await context.newPage();
      await page.goto(pathIn(locale, '/faq'));
      await untilRunning(page);
      await page.route('**/terms.data*', (route) => route.fulfill({ status: 500, body: 'broken' }));
      const t = wordsOf(locale);
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: t('shell.footer.terms') })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: t('shell.failure.title') })).toBeVisible();
      return page;
    },
  },
  {
    name: 'no connection',
    async open(context, locale) {
      const page = await context.newPage();
      await page.goto(pathIn(locale, '/developers'));
      await untilRunning(page);
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/sw.js');
        await navigator.serviceWorker.ready;
      });
      await context.setOffline(true);
      await page.goto(pathIn(locale, '/crypto'));
      await expect(page.getByRole('heading', { level: 1, name: wordsOf(locale)('notices.offline.heading') })).toBeVisible();
      return page;
    },
  },
];

for (const locale of LOCALES) {
  for (const screen of TROUBLES) {
    test(`${screen.name}, ${locale}`, async ({ openContext, guard }) => {
      guard.allow(/500|decode turbo-stream|ERR_INTERNET_DISCONNECTED/);
      const context = await openContext({ locale: browserLocale(locale), viewport: { width: 360, height: 780 } });
      await pictures(await screen.open(context, locale), screen.name, locale, WIDTHS.site);
    });
  }

  for (const screen of SCREENS) {
    test(`${screen.name}, ${locale}`, async ({ openContext }) => {
      const isOffice = screen.name.startsWith('office');
      const context = await openContext({ locale: browserLocale(locale), viewport: { width: isOffice ? 1280 : 360, height: 780 } });
      await pictures(await screen.open(context, locale), screen.name, locale, WIDTHS[isOffice ? 'office' : 'site']);
    });
  }

  for (const address of OFFICE_PATHS) {
    test(`office ${address}, ${locale}`, async ({ openContext }) => {
      const context = await openContext({ locale: browserLocale(locale), storageState: OFFICE_SESSION });
      await pictures(await arrive(context, address), `office ${address}`, locale, WIDTHS.office);
    });
  }

  test(`office, sample data, ${locale}`, async ({ openContext }) => {
    const context = await openContext({ locale: browserLocale(locale), storageState: OFFICE_SESSION });
    for (const [name, address] of Object.entries(readSubjects())) {
      const page = await arrive(context, address);
      await pictures(page, `office ${name}`, locale, WIDTHS.office);
      await page.close();
    }
  });
}
