import { orderNumber } from '#core/order/number.ts';
import fs from 'node:fs/promises';
import { formatMoney } from '#core/format/amount.ts';
import { exchangeForm, type Side } from './exchange-form.ts';
import { callApi, expectStatus, headline, type Status, systemOf } from './order.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { LOCALES } from './product.ts';
import { readPageQr, readPdfQr } from './read-qr.ts';
import { watchStates } from './seen-states.ts';
import { wordsOf } from './words.ts';

/** Maximum time from a state's commit to the page; under load it is G5's 300 ms. */
const LIVE_WITHIN_MS = 1_000;

interface Job {
  readonly width: number;
  readonly from: string;
  readonly to: string;
  /** Which amount is typed, and its value. */
  readonly side: Side;
  readonly amount: string;
  /** Coin wallets can read a QR code; banks of the demo mode cannot. */
  readonly hasQr: boolean;
  readonly states: readonly Status[];
}

const JOBS: readonly Job[] = [
  {
    width: 360,
    from: 'LTC',
    to: 'TCSBRUB',
    side: 'income',
    amount: '1.5',
    hasQr: true,
    states: ['awaiting_payment', 'payment_detected', 'payout_sent', 'completed'],
  },
  {
    width: 1280,
    from: 'SBPRUB',
    to: 'DOGE',
    side: 'outcome',
    amount: '1250',
    hasQr: false,
    states: ['awaiting_payment', 'payout_sent', 'completed'],
  },
];

/** Texts of the page in a second tab, as on the phone that reads the receipt's code. */
async function expectReceiptGenuine(
  page: Page,
  url: string,
  { genuine, wrong, checked }: { readonly genuine: string; readonly wrong: string; readonly checked: string },
): Promise<void> {
  const phone = await page.context().newPage();
  await phone.goto(url);
  await expect(phone.getByRole('heading', { level: 1, name: genuine })).toBeVisible();
  await expect(phone.getByText(checked, { exact: true })).toBeVisible();
  await phone.goto(url.replace(/c=.{4}/, 'c=AAAA'));
  await expect(phone.getByRole('heading', { level: 1, name: wrong })).toBeVisible();
  await phone.close();
}

for (const locale of LOCALES) {
  for (const job of JOBS) {
    const t = wordsOf(locale);
    test(`the whole process: ${locale}, ${job.width} px, ${job.from} to ${job.to}, amount typed as ${job.side}`, async ({ page }) => {
      await page.setViewportSize({ width: job.width, height: 800 });
      const [from, to] = [await systemOf(job.from, locale), await systemOf(job.to, locale)];
      const form = exchangeForm(page, locale);

      await test.step('pick a pair and see the rate and the other amount', async () => {
        await form.open();
        await form.choose('income', from);
        await form.choose('outcome', to);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('exchange.title', { from: from.name, to: to.name }));
        await form.amount(job.side).fill(job.amount);
        await form.expectNumbers();
        await expect(form.amount(job.side)).toHaveValue(job.amount);
        // Exactly one element: the market rate has its own chart below
        const board = page.getByRole('region', { name: t('exchange.board.rate'), exact: true });
        await expect(board).toContainText(/1\s\S+ =\s*[\d\u00A0]+/);
        await expect(board).toContainText(t('shell.demo_rate'));
      });

      await test.step('create the order', async () => {
        await form.fillDetails({ from, to });
        await form.submitButton().click();
        await page.waitForURL(/\/order\/[\w-]+$/);
        expect(new URL(page.url()).pathname).toMatch(locale === 'en' ? /^\/en\/order\// : /^\/order\//);
        await expectStatus(page, locale, 'awaiting_payment');
      });
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'orders');
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
      const owner = { cookie: `orders=${cookie?.value ?? ''}` };
      const order = (await callApi<{ income_amount: string }>({ path: `/api/v1/orders/${id}`, headers: owner })).attributes;

      await test.step('copy the requisites: exactly, and the same by the QR code', async () => {
        const requisites = await callApi<{ fields: { label: string; value: string }[]; qr_payload: string | null }>({
          method: 'POST',
          path: `/api/v1/orders/${id}/get_requisites`,
          locale,
          headers: owner,
        });
        const { fields, qr_payload: qr } = requisites.attributes;
        const lines = [{ label: t('order.pay_exactly'), value: order.income_amount }, ...fields];
        for (const { label, value } of lines) {
          await page
            .getByRole('button', { name: new RegExp(`^(?:${t('order.copy_idle')}|${t('order.copy_copied')})\\s?: ${label}$`) })
            .click();
          await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
        }
        expect(qr !== null).toBe(job.hasQr);
        await expect(page.getByText(t('order.show_qr'))).toHaveCount(job.hasQr ? 1 : 0);
        if (job.hasQr) {
          // On a desktop the code is open
          if (job.width < 1024) await page.getByText(t('order.show_qr')).click();
          expect(await readPageQr(page, t('order.qr_label'))).toBe(qr);
        }
      });

      const states = await watchStates(page);
      await test.step('pay exactly on the test bank’s page, in another tab', async () => {
        const href = await page.getByRole('link', { name: t('order.test_bank') }).getAttribute('href');
        const bank = await page.context().newPage();
        await bank.goto(href ?? '');
        await expect(bank.locator('html')).toHaveAttribute('lang', locale);
        await expect(bank.getByText(id)).toBeVisible();
        await bank.getByRole('button', { name: t('sandbox.scenario.exact.name') }).click();
        await expect(bank.getByRole('status')).toBeVisible();
        await bank.close();
      });

      await test.step('every state appears on the open page without a reload, within a second', async () => {
        await expectStatus(page, locale, 'completed');
        const statesResult = await states.read();
        expect(statesResult.map(({ status }) => status)).toEqual(expect.arrayContaining([...job.states]));
        const { timeline } = (
          await callApi<{ timeline: { status: Status; at: string }[] }>({
            path: `/api/v1/orders/${id}`,
            headers: owner,
          })
        ).attributes;
        const late = statesResult
          .slice(1)
          .map(({ status, at }) => ({ status, ms: at - Date.parse(timeline.find((line) => line.status === status)?.at ?? '') }));
        test.info().annotations.push({ type: 'live', description: late.map(({ status, ms }) => `${status} ${ms} ms`).join(', ') });
        expect(late.filter(({ ms }) => !(ms < LIVE_WITHIN_MS))).toEqual([]);
      });

      await test.step('download the receipt, whose verification page confirms it', async () => {
        const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: t('order.receipt') }).click()]);
        expect(download.suggestedFilename()).toBe(`razmen-${orderNumber(id)}.pdf`);
        const pdf = await fs.readFile(await download.path());
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
        const url = readPdfQr(pdf);
        expect(new URL(url).pathname).toBe(`${locale === 'en' ? '/en' : ''}/receipt/verify/${id}`);
        const checked = t('content.receipt.checked_on', { domain: new URL(url).host });
        await expectReceiptGenuine(page, url, { genuine: t('content.receipt.genuine'), wrong: t('content.receipt.wrong'), checked });
      });

      await test.step('a later visit opens the same order, and one press repeats it at the current price', async () => {
        await page.reload();
        await untilRunning(page);
        await expect(headline(page, locale, 'completed')).toBeVisible();
        await page.getByRole('link', { name: t('order.repeat') }).click();
        await expect(page.getByRole('heading', { level: 1, name: t('own.repeat.title') })).toBeVisible();
        await page
          .getByRole('button', { name: t('own.repeat.confirm', { amount: formatMoney(order.income_amount, from, locale) }) })
          .click();
        await expectStatus(page, locale, 'awaiting_payment');
        expect(new URL(page.url()).pathname).not.toContain(id);
      });
    });
  }
}
