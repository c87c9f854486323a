import type { ContentAttributes } from '#contract/public/content.ts';
import { browserLocale, signIn } from './office-page.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { localesOf, OWNER, productUrl } from './product.ts';
import { wordsOf } from './words.ts';

/** The published text at an address; null if there is none. */
async function readAt(slug: string): Promise<ContentAttributes | null> {
  const answer = await fetch(`${productUrl()}/api/v1/content/by_slug/${slug}?locale=ru`);
  return answer.ok ? ((await answer.json()) as { readonly data: { readonly attributes: ContentAttributes } }).data.attributes : null;
}

for (const locale of localesOf('en')) {
  test(`${locale}: news are written, previewed, published, moved and reverted, and appear in feed and API`, async ({ openContext }) => {
    const t = wordsOf(locale);
    const slug = `novost-${locale}-${Date.now()}`;
    const page = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/office/content');
    await page.getByRole('button', { name: t('office_content.new'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('office_content.untitled'));

    await page.locator('.text-tabs').getByText(t('office_content.language.ru')).click();
    const column = page.getByRole('region', { name: t('office_content.language.ru') });
    const saved = () => expect(page.locator('.text-saved')).toHaveAttribute('data-state', 'saved', { timeout: 15_000 });
    const put = async (label: string, value: string) => column.getByLabel(t(label), { exact: true }).fill(value);
    const press = async (words: string) => page.getByRole('button', { name: t(words), exact: true }).click();

    await test.step('it is written by keyboard and saved automatically', async () => {
      await put('office_content.field.title', 'Мы открылись');
      await expect(column.getByLabel(t('office_content.field.slug'), { exact: true })).toHaveValue('my-otkrylis');
      await put('office_content.field.slug', slug);
      const editor = column.getByRole('textbox', { name: t('office_content.field.body') });
      await editor.click();
      await page.keyboard.press('ControlOrMeta+b');
      await page.keyboard.type('Работаем');
      await page.keyboard.press('ControlOrMeta+b');
      await page.keyboard.type(' <script>ночью</script>');
      // Leaving the page at once saves the last change
      const own = new URL(page.url()).pathname;
      await page.locator('main a[href="/office/content"]').click();
      await page.locator(`main a[href="${own}"]`).click();
      await expect(editor).toContainText('ночью');
      // A picture that Word adds to the clipboard is not pasted; keys of the link dialog are by position on the keyboard
      await editor.evaluate((field) => {
        const copied = new DataTransfer();
        copied.setData('text/html', '<p class="MsoNormal"> из <b>Word</b></p>');
        copied.setData('text/plain', ' из Word');
        copied.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: copied, bubbles: true, cancelable: true }));
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }));
      });
      await expect(editor).toContainText('из Word');
      await column.getByLabel(t('office_content.link.label')).press('Escape');
      await editor.press('ControlOrMeta+z');
      await expect(editor).not.toContainText('Word');
      await saved();
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    });

    await test.step('a colleague is asked to review, and readers see it once it is published', async () => {
      await press('office_content.review');
      await expect(page.getByText(t('office_content.state.in_review'), { exact: true }).first()).toBeVisible();
      expect(await readAt(slug)).toBeNull();
      await press('office_content.publish');
      await expect(page.getByText(t('office_content.state.published'), { exact: true }).first()).toBeVisible();
      await expect.poll(async () => (await readAt(slug))?.body).toBe('<p><strong>Работаем</strong> &lt;script&gt;ночью&lt;/script&gt;</p>');
      const feed = await (await fetch(`${productUrl()}/news/rss.xml`)).text();
      expect(feed).toContain(`/news/${slug}</link>`);
    });

    await test.step('the former address leads to the current one; reverting takes one press', async () => {
      await put('office_content.field.slug', `${slug}-2`);
      await put('office_content.field.title', 'Мы переехали');
      await saved();
      await press('office_content.publish');
      await expect.poll(async () => (await readAt(slug))?.slug).toBe(`${slug}-2`);
      const first = page.getByRole('listitem').filter({ hasText: t('office_content.version', { number: 1 }) });
      await first.getByRole('button', { name: t('office_content.compare') }).click();
      await expect(first.locator('del')).toContainText(['Мы открылись']);
      await first.getByRole('button', { name: t('office_content.roll_back') }).click();
      await expect(column.getByLabel(t('office_content.field.title'), { exact: true })).toHaveValue('Мы открылись');
      await press('office_content.publish');
      await expect.poll(async () => (await readAt(`${slug}-2`))?.slug).toBe(slug);
      await press('office_content.archive');
      await expect.poll(() => readAt(slug)).toBeNull();
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    });
  });
}
