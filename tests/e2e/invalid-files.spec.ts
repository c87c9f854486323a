import { makeOrder, openOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test, type Page, untilRunning } from './page-test.ts';
import { localesOf } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const GIF = { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
const EMPTY = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) };
const LARGE = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
const PDF = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') };

/** Uploads that the page has sent. */
function uploadsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['content-type']?.startsWith('multipart/form-data') === true) sent.push(request.url());
  });
  return sent;
}

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);

  test.describe(`a file that cannot be valid, ${locale}`, () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test('is refused at its field when chosen, and not sent: a merchant’s document, a cheque', async ({ page }) => {
      const sent = uploadsOf(page);
      await page.goto(pathIn(locale, '/business'));
      await untilRunning(page);
      const attachment = page.locator('input[name="attachment"]');
      const plain = t('refusals.detail.plain_file', { max: '5' });
      await attachment.setInputFiles(GIF);
      await expect(attachment).toHaveAccessibleDescription(plain);
      await expect(page.getByText(GIF.name)).toHaveCount(0);
      await attachment.setInputFiles(EMPTY);
      await expect(attachment).toHaveAccessibleDescription(t('refusals.detail.file_empty'));
      await attachment.setInputFiles(LARGE);
      await expect(attachment).toHaveAccessibleDescription(t('refusals.detail.file_too_large', { max: '5' }));
      expect(await attachment.evaluate((field: HTMLInputElement) => field.files?.length)).toBe(0);
      await attachment.setInputFiles(PDF);
      await expect(page.getByText(PDF.name)).toBeVisible();
      await expect(attachment).toHaveAccessibleDescription(t('business.attachment_hint'));
      expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);

      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await openOrder(page, made, locale);
      const cheque = page.getByLabel(t('order.cheque_attach'));
      await cheque.setInputFiles(GIF);
      await expect(page.getByRole('alert')).toHaveText(t('refusals.detail.cheque_pdf'));
      await cheque.setInputFiles(EMPTY);
      await expect(page.getByRole('alert')).toHaveText(t('refusals.detail.file_empty'));
      expect(sent).toEqual([]);
    });
  });
}
