import { browserLocale, signIn } from './office-page.ts';
import { makeOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { LOCALES, OWNER } from './product.ts';
import { wordsOf } from './words.ts';

/** From now on the server has another office: its page names another entry, and these parts of the one that is open are gone. */
async function release(office: Page, gone: RegExp): Promise<void> {
  await office.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
  await office.route(
    (url) => url.pathname === '/office',
    async (route) => {
      if (route.request().isNavigationRequest()) return await route.continue();
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace(/(<script type="module"[^>]* src=")/, '$1/newer') });
    },
  );
}

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`an office left open says that a new release is there, and loads it with what was typed, ${locale}`, async ({ openContext }) => {
    const { id } = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 800 } }), OWNER);
    await office.goto(`/office/orders/${id}`);
    const note = office.getByLabel(t('office.history.note'));
    await note.fill('Typed before the release');
    await release(office, /\/ReviewsPage-[^/]*\.js$/);
    const said = office.getByRole('status').filter({ hasText: t('office.newer.text') });
    await expect(said).toHaveCount(0);
    // Its name bears how many wait, where some do
    await office.getByRole('link', { name: new RegExp(`^${t('office.nav.reviews')}( \\d+)?$`) }).click();
    await expect(said).toBeVisible();
    await expect(note).toHaveValue('Typed before the release');
    await office.unrouteAll({ behavior: 'wait' });
    await said.getByRole('button', { name: t('office.newer.reload'), exact: true }).click();
    await expect(said).toHaveCount(0);
    await expect(office.getByRole('heading', { level: 1, name: id })).toBeVisible();
    await expect(note).toHaveValue('Typed before the release');
    await office.getByRole('link', { name: new RegExp(`^${t('office.nav.reviews')}( \\d+)?$`) }).click();
    await expect(office.getByRole('heading', { level: 1, name: t('office_reviews.title') })).toBeVisible();
  });
}

/** The script that the office begins with; of an older office it is gone. */
const ENTRY = /\/office\/assets\/index-[^/]*\.js$/;
const OPENING = 'Opening the office…';

test('an office whose entry is gone loads itself anew once; where that does not help it says so with a button, in both languages', async ({
  openContext,
  guard,
}) => {
  guard.allow(/404 \(Not Found\)/);
  const office = await (await openContext({ viewport: { width: 360, height: 740 } })).newPage();
  let asked = 0;
  const answers = async (isGone: () => boolean) =>
    await office.route(ENTRY, async (route) => {
      asked += 1;
      return isGone() ? await route.fulfill({ status: 404, body: '' }) : await route.continue();
    });
  await answers(() => asked === 1);
  await office.goto('/office');
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).toBe(2);
  await office.unrouteAll({ behavior: 'wait' });

  // Within the minute after the first time it does not go round and round
  await answers(() => true);
  await office.reload();
  const said = office.getByRole('alert');
  await expect(said).toContainText('Офис не загрузился');
  await expect(said).toContainText('The office did not load');
  await expect(office.getByRole('heading')).toHaveCount(0);
  await expect(office.getByText(OPENING)).toBeHidden();
  expect(asked).toBe(3);
  expect([await sidewaysOf(office), await violationsOf(office)]).toEqual([0, []]);
  await office.unrouteAll({ behavior: 'wait' });
  await said.getByRole('button').click();
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('an office whose words do not arrive says so as well', async ({ openContext, guard }) => {
  guard.allow(/404 \(Not Found\)|Failed to fetch dynamically imported module/);
  const office = await (await openContext({ locale: browserLocale('en') })).newPage();
  await office.route(/\/office\/assets\/office_door-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await office.goto('/office');
  await expect(office.getByRole('alert')).toContainText('The office did not load');
});
