import { expectStatus, makeOrder, openOrder, pay, readOrder, ROUBLES_TO_LITECOIN, systemOf } from './order.ts';
import { expect, test } from './page-test.ts';
import { control, LOCALES } from './product.ts';
import { wordsOf } from './words.ts';
import { formatMoney } from '#core/format/amount.ts';

const WIDTH = { ru: 360, en: 1280 } as const;
const LIMIT_BYTES = 5 * 1024 * 1024;

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test.describe(`outcomes of an order, ${locale}`, () => {
    test.use({ viewport: { width: WIDTH[locale], height: 800 } });

    test('cancelled by the customer, after a confirmation', async ({ page }) => {
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await openOrder(page, made, locale);
      await page.getByRole('button', { name: t('order.cancel'), exact: true }).click();
      const question = page.getByRole('group', { name: t('order.cancel_question') });
      await question.getByRole('button', { name: t('order.cancel_no') }).click();
      await expect(question).toBeHidden();
      await expectStatus(page, locale, 'awaiting_payment');
      await page.getByRole('button', { name: t('order.cancel'), exact: true }).click();
      await question.getByRole('button', { name: t('order.cancel_yes') }).click();
      await expectStatus(page, locale, 'cancelled');
      await expect(page.getByRole('region', { name: t('order.timeline') })).toContainText(t('order.ending.cancelled_by_customer.short'));
      await expect(page.getByRole('link', { name: t('order.repeat') })).toBeVisible();
      expect((await readOrder(made)).status).toBe('cancelled');
    });

    test('expired; money that arrives later gives the customer a choice', async ({ page }) => {
      const pair = { from: 'ACRUB', to: locale === 'ru' ? 'DOGE' : 'LTC' };
      const made = await makeOrder({ ...pair, amount: '9000' }, locale);
      await openOrder(page, made, locale);
      await expect(page.getByRole('timer')).toContainText(/\d\d:\d\d/);
      // A rate not worse for the customer would be accepted automatically
      await control.setMargin(pair, 90_000);
      await control.endTime(made.id);
      await expectStatus(page, locale, 'expired');
      await expect(page.getByText(t('order.late_money'))).toBeVisible();
      await pay(made.id, 'late');
      await expectStatus(page, locale, 'requote');
      await expect(page.getByText(t('order.requote.why_closed'))).toBeVisible();
      const { requote } = await readOrder(made);
      const outcome = await systemOf(pair.to, locale);
      await page
        .getByRole('button', { name: t('order.requote.accept', { amount: formatMoney(requote?.outcome_amount ?? '', outcome, locale) }) })
        .click();
      await expectStatus(page, locale, 'completed');
    });

    test('declined by the bank; the return page says so', async ({ page }) => {
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await openOrder(page, made, locale);
      await page.getByRole('link', { name: t('order.test_bank') }).click();
      await page.getByRole('button', { name: t('sandbox.scenario.decline.name') }).click();
      await expect(page.getByRole('status')).toContainText(t('sandbox.done.declined'));
      await page.getByRole('link', { name: t('sandbox.back') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('order.return.failure.title') })).toBeVisible();
      await page.getByRole('link', { name: t('order.return.open') }).click();
      await expectStatus(page, locale, 'payment_failed');
    });

    test('"I have paid" is only a claim; the money follows', async ({ page }) => {
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await openOrder(page, made, locale);
      await page.getByRole('button', { name: t('order.claim_payment'), exact: true }).click();
      await expectStatus(page, locale, 'payment_claimed');
      await page.getByText(t('order.requisites_again'), { exact: true }).click();
      await expect(page.getByText(t('order.pay_exactly'), { exact: true })).toBeVisible();
      await pay(made.id, 'exact');
      await expectStatus(page, locale, 'completed');
    });

    test('a cheque: a valid PDF is accepted, anything else refused with the reason', async ({ page }) => {
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await openOrder(page, made, locale);
      const input = page.getByLabel(t('order.cheque_attach'));
      await input.setInputFiles({ name: 'cheque.pdf', mimeType: 'application/pdf', buffer: Buffer.from('GIF89a, called a PDF') });
      await expect(page.getByRole('alert')).toHaveText(t('refusals.detail.cheque_pdf'));
      await input.setInputFiles({
        name: 'cheque.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(LIMIT_BYTES)]),
      });
      await expect(page.getByRole('alert')).toHaveText(t('refusals.detail.file_too_large', { max: '5' }));
      expect((await readOrder(made)).cheque_received).toBe(false);
      await input.setInputFiles({ name: 'cheque.pdf', mimeType: 'application/pdf', buffer: smallPdf() });
      await expect(page.getByText(t('order.cheque_received'))).toBeVisible();
      await expectStatus(page, locale, 'payment_claimed');
      expect((await readOrder(made)).cheque_received).toBe(true);
    });

    for (const { from, amount, way } of [
      { from: 'YAMRUB', amount: '9000', way: 'a link' },
      { from: 'ADVCUSD', amount: '100', way: 'a form' },
    ]) {
      test(`paid on the provider's own page, reached by ${way}`, async ({ page }) => {
        const made = await makeOrder({ from, to: 'LTC', amount }, locale);
        await openOrder(page, made, locale);
        const go = t('order.go_pay');
        await page
          .getByRole('link', { name: go })
          .or(page.getByRole('button', { name: go }))
          .click();
        await page.waitForURL(new RegExp(`/sandbox/pay/${made.id}`));
        await page.getByRole('button', { name: t('sandbox.scenario.exact.name') }).click();
        await page.getByRole('link', { name: t('sandbox.back') }).click();
        await expect(page.getByRole('heading', { level: 1, name: t('order.return.received.title') })).toBeVisible();
        await page.getByRole('link', { name: t('order.return.open') }).click();
        await expectStatus(page, locale, 'completed');
      });
    }
  });
}

/** The smallest valid PDF: one empty page. */
function smallPdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}
