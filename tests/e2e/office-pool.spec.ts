import { browserLocale, signIn } from './office-page.ts';
import { expect, test } from './page-test.ts';
import { OWNER } from './product.ts';
import { wordsOf } from './words.ts';

test.describe('the pool of requisites, ru', () => {
  const locale = 'ru';
  const t = wordsOf(locale);
  test.use({ viewport: { width: 1280, height: 800 } });

  test('says that it is empty only once that is known, and that a search found nothing where there are requisites', async ({
    openContext,
  }) => {
    const page = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    const empty = page.getByText(t('office_by_hand.pool.none')).or(page.getByText(t('office_by_hand.pool.no_systems')));
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/office/v1/pool_systems', async (route) => {
      await held;
      await route.continue();
    });
    const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/office/v1/pool_requisites');
    await page.goto('/office/requisites');
    const requisites = ((await (await listed).json()) as { data: readonly unknown[] }).data.length;
    await expect(page.getByRole('status', { name: t('office.loading') })).toBeVisible();
    await expect(empty).toHaveCount(0);
    answer();
    await expect(page.getByRole('status', { name: t('office.loading') })).toHaveCount(0);
    await expect(empty).toHaveCount(requisites === 0 ? 1 : 0);
    await page.getByRole('searchbox', { name: t('office_by_hand.pool.search') }).fill('nobody has this');
    await expect(page.getByText(t('office.list.nothing_found'))).toBeVisible();
    await expect(empty).toHaveCount(0);
  });
});
