import { browserLocale, signIn, headingOf } from './office-page.ts';
import { makeOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { switchedRoute } from './routes.ts';
import { wordsOf } from './words.ts';

/**
 * From now on the server has another release: its page names another entry file, and these files of the old one are gone. The returned
 * function ends that.
 */
async function release(office: Page, missingFiles: RegExp): Promise<() => void> {
  const answerFiles = await switchedRoute(office, missingFiles);
  const answerPage = await switchedRoute(office, /\/office$/);
  answerFiles((route) => route.fulfill({ status: 404, body: '' }));
  answerPage(async (route) => {
    if (route.request().isNavigationRequest()) return await route.continue();
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/(<script type="module"[^>]* src=")/, '$1/newer') });
  });
  return () => {
    answerFiles();
    answerPage();
  };
}

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  test(`an open office announces a new release, and loads it with the input kept, ${locale}`, async ({ openContext }) => {
    const { id } = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 800 } }), OWNER);
    await office.goto(`/office/orders/${id}`);
    const note = office.getByLabel(t('office.history.note'));
    await note.fill('Typed before the release');
    const withdraw = await release(office, /\/ReviewsPage-[^/]*\.js$/);
    const message = office.getByRole('status').filter({ hasText: t('office.newer.text') });
    await expect(message).toHaveCount(0);
    // The title shows the number of waiting items, if any
    await office.getByRole('button', { name: new RegExp(`^${t('office.nav.group.customers')}`) }).click();
    await office.getByRole('link', { name: new RegExp(`^${t('office.nav.reviews')}( \\d+)?$`) }).click();
    await expect(message).toBeVisible();
    await expect(note).toHaveValue('Typed before the release');
    withdraw();
    await message.getByRole('button', { name: t('office.newer.reload'), exact: true }).click();
    await expect(message).toHaveCount(0);
    await expect(headingOf(office, id)).toBeVisible();
    await expect(note).toHaveValue('Typed before the release');
    await office.getByRole('link', { name: new RegExp(`^${t('office.nav.reviews')}( \\d+)?$`) }).click();
    await expect(office.getByRole('heading', { level: 1, name: t('office_reviews.title') })).toBeVisible();
  });
}

/** The entry script of the office; that of an old release is gone. */
const ENTRY = /\/office\/assets\/index-[^/]*\.js$/;
const OPENING = 'Opening the office…';

test('an office whose entry file is gone reloads once; if that fails it shows a button, in both languages', async ({
  openContext,
  guard,
}) => {
  guard.allow(/404 \(Not Found\)/);
  const office = await (await openContext({ viewport: { width: 360, height: 740 } })).newPage();
  let requestCount = 0;
  let isMissing = () => requestCount === 1;
  await office.route(ENTRY, async (route) => {
    requestCount += 1;
    return isMissing() ? await route.fulfill({ status: 404, body: '' }) : await route.continue();
  });
  await office.goto('/office');
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requestCount).toBe(2);

  // Within a minute after the first reload there is no second one
  isMissing = () => true;
  await office.reload();
  const message = office.getByRole('alert');
  await expect(message).toContainText('Офис не загрузился');
  await expect(message).toContainText('The office did not load');
  await expect(office.getByRole('heading')).toHaveCount(0);
  await expect(office.getByText(OPENING)).toBeHidden();
  expect(requestCount).toBe(3);
  expect([await sidewaysOf(office), await violationsOf(office)]).toEqual([0, []]);
  isMissing = () => false;
  await message.getByRole('button').click();
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(message).toHaveCount(0);
});

test('an office whose messages fail to load shows the same', async ({ openContext, guard }) => {
  guard.allow(/404 \(Not Found\)|Failed to fetch dynamically imported module/);
  const office = await (await openContext({ locale: browserLocale('en') })).newPage();
  await office.route(/\/office\/assets\/office_door-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await office.goto('/office');
  await expect(office.getByRole('alert')).toContainText('The office did not load');
});
