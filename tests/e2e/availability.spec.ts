import { exchangeForm } from './exchange-form.ts';
import { signInByCall } from './office-page.ts';
import { violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { OWNER, productUrl } from './product.ts';
import { wordsOf } from './words.ts';

/** No other test uses it. */
const PAIR = { from: 'XMR', to: 'TBRUB', name: 'XMR>TBRUB' };
/** An operator's change reaches open pages within a second; the rest of the time is for a busy machine. */
const SOON = { timeout: 2_500 };

const HEADERS = { 'content-type': 'application/vnd.api+json', accept: 'application/vnd.api+json' };

/** Resolves when the page's stream has started. */
const streamOf = (page: Page) => page.waitForResponse((response) => response.url().includes('/following/events'), { timeout: 60_000 });

/** Sum of layout shifts from now on, read after everything is rendered. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const root = document.documentElement;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) root.dataset['shift'] = String(Number(root.dataset['shift'] ?? 0) + entry.value);
    }).observe({ type: 'layout-shift' });
  });
  return async () => Number((await page.locator('html').getAttribute('data-shift')) ?? 0);
}

test('switching a direction off closes open forms and widgets within a second, keeps the input, and switching on reopens them', async ({
  openContext,
  page,
}) => {
  const t = wordsOf('en');
  const office = await openContext();
  await signInByCall(office, OWNER);
  const send = async (path: string, attributes: object) => {
    const answer = await office.request.post(`/api/office/v1/switches${path}`, {
      headers: { ...HEADERS, origin: productUrl(), 'idempotency-key': crypto.randomUUID() },
      data: JSON.stringify({ data: { type: 'switches', attributes } }),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  await page.clock.install();
  const form = exchangeForm(page, 'en');
  const isFollowed = streamOf(page);
  await form.open(`/exchange/${PAIR.from}-${PAIR.to}`.toLowerCase());
  await isFollowed;
  await form.expectNumbers();
  await form.email().fill('guest@example.org');
  const widget = await office.newPage();
  const isWidgetFollowed = streamOf(widget);
  await widget.goto(`/widget?lang=en&from=${PAIR.from}&to=${PAIR.to}`);
  await isWidgetFollowed;
  await expect(widget.locator('#go')).toHaveAttribute('href', /xmr-tbrub/);

  const shiftOf = await watchShifts(page);
  const text = { ru: 'Ждём банк', en: 'Waiting for the bank' };
  const id = await send('', { kind: 'direction', subject: PAIR.name, side: 'both', reason: 'provider', text });
  await expect(page.getByRole('button', { name: t('exchange.break.pair_action') })).toBeDisabled(SOON);
  await expect(page.getByText(text.en)).toBeVisible(SOON);
  await expect(page.getByText(t('exchange.break.what_to_do')).first()).toBeVisible();
  // The banner moves no content, and while the stream reports availability no requests are made for it
  expect(await shiftOf()).toBeLessThan(0.1);
  const dialogs: string[] = [];
  page.on('request', (request) => void (/public_notice|rate_calculations/.test(request.url()) && dialogs.push(request.url())));
  for (let minute = 0; minute < 2; minute += 1) {
    await page.clock.fastForward(60_000);
    await page.waitForTimeout(500);
  }
  expect(dialogs).toEqual([]);
  await expect(form.email()).toHaveValue('guest@example.org');
  await expect(page.getByRole('button', { name: t('exchange.income.choose') })).toContainText('Monero');
  await expect(widget.locator('#go')).toHaveAttribute('aria-disabled', 'true', SOON);

  await send(`/${id}/switch_on`, {});
  await expect(form.submitButton()).toBeVisible(SOON);
  await form.expectNumbers();
  await expect(page.getByText(text.en)).toBeHidden();
  await expect(form.email()).toHaveValue('guest@example.org');
  await expect(widget.locator('#go')).toHaveAttribute('href', /xmr-tbrub/, SOON);
});

test('the office finds a direction by name and asks for confirmation before closing the shop', async ({ context }) => {
  const t = wordsOf('en');
  await signInByCall(context, OWNER);
  const page = await context.newPage();
  await page.goto('/office/switches');
  const what = page.getByRole('combobox', { name: t('switches.what') });
  const dialog = page.getByRole('dialog', { name: t('switches.close_shop.title') });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/switches')) calls.push(request.url());
  });
  await what.selectOption('shop');
  await page.getByRole('button', { name: t('switches.off'), exact: true }).click();
  await expect(dialog).toContainText(t('switches.effect.shop'));
  await dialog
    .getByRole('button', { name: t('office.cancel'), exact: true })
    .last()
    .click();
  await expect(dialog).toBeHidden();
  expect(calls).toEqual([]);
  await what.selectOption('direction');
  const which = page.getByRole('combobox', { name: t('switches.which') });
  await which.fill('monero tbrub');
  await page.getByRole('option', { name: /XMR › TBRUB$/ }).click();
  await which.fill('litecoin tbrub');
  await page.getByRole('option', { name: /LTC › TBRUB$/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Monero › /)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: t('switches.closes_other', { count: '2' }) })).toBeVisible();
  await page.getByText(t('switches.more')).click();
  await expect(page.getByRole('textbox', { name: t('switches.text_en') })).toBeVisible();
  expect(await violationsOf(page, 'main')).toEqual([]);
});
