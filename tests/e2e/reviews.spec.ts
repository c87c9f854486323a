import type { Locale } from '#core/locale.ts';
import { browserLocale, signIn } from './office-page.ts';
import { expectStatus, makeOrder, pay, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf } from './page-checks.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { holdRequests } from './routes.ts';
import { localesOf, OWNER } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const PHONE = { width: 360, height: 780 };
/** Would rename the page if it were executed. */
const RUN = "document.title='ran'";

/** Text that may execute where it is not escaped (R47): forty strings. */
const HOSTILE = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `<!--><script>${RUN}</script>`,
  `<![CDATA[<script>${RUN}</script>`,
  `{{constructor.constructor("${RUN}")()}}`,
  `\${${RUN}}`,
  `javascript:${RUN}`,
  `"onmouseover="${RUN}`,
  `' autofocus onfocus='${RUN}`,
  `<a href=javascript:${RUN}>x</a>`,
  `<a href=data:text/html,x>x</a>`,
  `<iframe srcdoc="&lt;script>x">`,
  `<base href=//x.example>`,
  `<style>*{display:none}</style>`,
  ...['img', 'video', 'audio', 'object', 'embed', 'source', 'link', 'input', 'body', 'iframe', 'image', 'script'].map(
    (tag) => `<${tag} src=x onerror=${RUN}>`,
  ),
  ...[
    'svg',
    'svg/',
    'body',
    'iframe',
    'style',
    'math',
    'marquee',
    'details open',
    'select autofocus',
    'x id=x tabindex=1',
    'video',
    'p',
  ].map((tag, i) => `<${tag} ${['onload', 'onfocus', 'ontoggle'][i % 3] ?? ''}=${RUN}>`),
];
const CARD = '4276 3800 1234 5678';

interface StructuredRating {
  readonly aggregateRating: { readonly ratingValue: string; readonly ratingCount: number };
  readonly review: readonly { readonly reviewBody?: string }[];
}

/** Structured data of the page about the shop's rating. */
const readStructuredRating = async (page: Page): Promise<StructuredRating | undefined> => {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts
    .map((text) => JSON.parse(text) as Partial<StructuredRating>)
    .find((one): one is StructuredRating => one.aggregateRating !== undefined);
};

const press = (place: Page | ReturnType<Page['getByRole']>, name: string) => place.getByRole('button', { name, exact: true }).click();

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  // One of them without scripts: the same pages and texts
  test(`${locale}: a completed exchange is rated, its review moderated, hidden with a reason, corrected, shown and answered`, async ({
    openContext,
  }) => {
    const hasScripts: Readonly<Record<Locale, boolean>> = { ru: true, en: false };
    const running = async (page: Page) => (hasScripts[locale] ? await untilRunning(page) : undefined);
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale, `rates-${locale}@example.org`);
    const customer = await openContext({ locale: browserLocale(locale), viewport: PHONE, javaScriptEnabled: hasScripts[locale] });
    const page = await customer.newPage();
    // Not the whole number: text that looks like a wallet is not published
    const mark = `${locale} ${made.id.slice(0, 8)}`;
    const reviewText = [mark, CARD, ...HOSTILE].join('\n').slice(0, 1900);
    const name = `"><img src=x onerror=${RUN.slice(0, 14)}>`;

    await test.step('the order asks for stars, its page for a text', async () => {
      await pay(made.id, 'exact');
      const path = pathIn(locale, `/order/${made.id}`);
      await page.goto(`${path}?token=${made.token}`);
      await expect(async () => {
        await page.goto(path);
        await expectStatus(page, locale, 'completed');
      }).toPass();
      await running(page);
      await page.getByRole('radio', { name: t('order.review.stars', { count: 2 }) }).check();
      await press(page, t('order.review.submit'));
      await expect(page.getByRole('heading', { level: 1, name: t('reviews.own.title') })).toBeVisible();
      await running(page);
      const second = page.getByRole('radio', { name: t('reviews.stars', { count: 2 }) });
      await expect(second).toBeChecked();
      await second.press('ArrowLeft');
      await expect(page.getByRole('radio', { name: t('reviews.stars', { count: 1 }) })).toBeChecked();
      await page.getByRole('textbox', { name: t('reviews.own.words') }).fill(reviewText);
      await page.getByRole('textbox', { name: t('reviews.own.name') }).fill(name);
      await press(page, t('reviews.own.send'));
      await expect(page.getByRole('status').filter({ hasText: t('reviews.own.pending') })).toBeVisible();
      await expect(page.getByRole('textbox', { name: t('reviews.own.words') })).toHaveValue(reviewText);
    });

    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: PHONE }), OWNER);
    await office.goto(`/office/reviews?state=all&q=${made.id}`);
    const card = office.getByRole('main').getByRole('listitem').filter({ hasText: mark });
    const badge = card.locator('.badge');

    await test.step('an operator reads it as written and as it would be published; hiding it gives the reason', async () => {
      await expect(card).toContainText(HOSTILE[0] ?? '');
      await expect(card).toContainText(CARD);
      await expect(card.getByRole('note')).not.toContainText(CARD);
      expect([await sidewaysOf(office), await sidewaysOf(page)]).toEqual([0, 0]);
      await press(card, t('office_reviews.decline'));
      await card.getByLabel(t('office_reviews.reason'), { exact: false }).selectOption('personal_data');
      await card.getByRole('textbox').fill(`no cards ${mark}`);
      await press(card, t('office_reviews.decline'));
      await expect(badge).toHaveText(t('office_reviews.state.declined'));
      await page.reload();
      const standing = page.getByRole('status').filter({ hasText: t('reviews.own.declined') });
      await expect(standing).toContainText(`no cards ${mark}`);
      await expect(standing).toContainText(t('reviews.own.reason', { reason: t('reviews.reason.personal_data') }));
    });

    await test.step('a corrected review is moderated again, shown to all as text, and answered', async () => {
      // Typed over the former text before the page's scripts have loaded
      const release = await holdRequests(page, '**/*.js');
      await page.reload({ waitUntil: 'commit' });
      const words = page.getByRole('textbox', { name: t('reviews.own.words') });
      await words.fill(reviewText.replace(CARD, 'slow'));
      release();
      await running(page);
      await expect(words).toHaveValue(reviewText.replace(CARD, 'slow'));
      await press(page, t('reviews.own.change'));
      await expect(page.getByRole('status').filter({ hasText: t('reviews.own.pending') })).toBeVisible();
      await expect(async () => {
        await office.reload();
        await expect(badge).toHaveText(t('office_reviews.state.pending'), { timeout: 2_000 });
      }).toPass();
      const colleague = await office.context().newPage();
      await colleague.goto(`/office/reviews?q=${made.id}`);
      const other = colleague.getByRole('main').getByRole('listitem').filter({ hasText: mark });
      await press(other, t('office_reviews.decline'));
      await other.getByLabel(t('office_reviews.reason'), { exact: false }).selectOption('off_topic');
      await other.getByRole('textbox').fill('Typed when a colleague decides');
      await press(card, t('office_reviews.publish'));
      await expect(badge).toHaveText(t('office_reviews.state.published'));
      await press(other, t('office_reviews.decline'));
      await expect(other.locator('.badge')).toHaveText(t('office_reviews.state.published'));
      await expect(other.getByRole('textbox')).toHaveValue('Typed when a colleague decides');
      await colleague.close();
      await press(card, t('office_reviews.answer'));
      await expect(card.getByRole('textbox')).toBeFocused();
      await card.getByRole('textbox').fill(`<b>sorry</b> ${mark}`);
      await press(card, t('office_reviews.answer_save'));
      await expect(card.getByRole('textbox')).toHaveCount(0);
      await expect(card).toContainText(`<b>sorry</b> ${mark}`);

      await page.goto(pathIn(locale, '/reviews?rating=1'));
      await running(page);
      const review = page.getByRole('article').filter({ hasText: mark });
      await expect(review).toContainText(HOSTILE.at(-1) ?? '');
      await expect(review).toContainText(name);
      await expect(review).toContainText(`<b>sorry</b> ${mark}`);
      await expect(review.locator('a, img, script, iframe, b')).toHaveCount(0);
      expect(await sidewaysOf(page)).toBe(0);
      const rating = await readStructuredRating(page);
      const average = rating?.aggregateRating.ratingValue ?? '';
      await expect(
        page.getByRole('img', { name: t('reviews.average', { average: locale === 'ru' ? average.replace('.', ',') : average }) }),
      ).toBeVisible();
      await expect(page.getByText(t('reviews.count', { count: rating?.aggregateRating.ratingCount ?? 0 }), { exact: true })).toBeVisible();
      expect(rating?.review.some(({ reviewBody = '' }) => reviewBody.includes(mark))).toBe(true);
      expect([await page.title(), await office.title()]).not.toContain('ran');
    });

    await test.step("it is shown on the page of its pair, without executing, and on no other pair's", async () => {
      const title = page.getByRole('heading', { level: 2, name: t('pairs.reviews.title') });
      await page.goto(pathIn(locale, '/exchange/sberrub-ltc'));
      await running(page);
      await expect(title).toBeVisible();
      const review = page.locator('#pair-facts article').filter({ hasText: mark });
      await expect(review).toContainText(HOSTILE.at(-1) ?? '');
      await expect(review.locator('a, img, script, iframe, b')).toHaveCount(0);
      const rating = await readStructuredRating(page);
      const average = rating?.aggregateRating.ratingValue ?? '';
      const label = t('reviews.average', { average: locale === 'ru' ? average.replace('.', ',') : average });
      await expect(page.locator('#pair-facts').getByRole('img', { name: label })).toBeVisible();
      expect(rating?.review).toHaveLength(await page.locator('#pair-facts article').count());
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 780 });
        expect(await sidewaysOf(page)).toBe(0);
      }
      await page.setViewportSize(PHONE);
      await page.goto(pathIn(locale, '/exchange/ltc-sberrub'));
      await expect(page.getByRole('heading', { level: 2, name: t('pairs.questions') })).toBeVisible();
      await expect(title).toHaveCount(0);
      expect(await readStructuredRating(page)).toBeUndefined();
    });

    await test.step("the order's office screen shows the review", async () => {
      await office.goto(`/office/orders/${made.id}`);
      const beside = office.getByRole('region', { name: t('office_reviews.of_order') });
      await expect(beside).toContainText(t('office_reviews.stars', { count: 1 }));
      await expect(beside).toContainText(t('office_reviews.state.published'));
      await expect(beside).toContainText(HOSTILE[0] ?? '');
      expect(await sidewaysOf(office)).toBe(0);
      await beside.getByRole('link', { name: t('office_reviews.to_queue') }).click();
      await expect(card).toContainText(mark);
    });

    await test.step('its author deletes it', async () => {
      await page.goto(pathIn(locale, `/order/${made.id}/review`));
      await running(page);
      await page.getByText(t('reviews.own.withdraw'), { exact: true }).click();
      await press(page, t('reviews.own.withdraw_sure'));
      const isWithdrawn = page.getByRole('status').filter({ hasText: t('reviews.own.withdrawn') });
      await expect(isWithdrawn).toBeVisible();
      const path = new URL(page.url()).pathname;
      // Restored where they were typed: nothing else restores them
      for (;;) {
        await page.goBack();
        if (new URL(page.url()).pathname !== path) break;
        await running(page);
        await expect(isWithdrawn).toBeVisible();
        for (const name of ['words', 'name']) await expect(page.getByRole('textbox', { name: t(`reviews.own.${name}`) })).toHaveValue('');
        await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
      }
      await page.goto(pathIn(locale, '/reviews'));
      await expect(page.getByRole('article').filter({ hasText: mark })).toHaveCount(0);
    });
  });
}
