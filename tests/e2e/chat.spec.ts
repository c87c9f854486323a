import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { orderNumber } from '#core/order/number.ts';
import { joinInjections } from '#tests/make/injections.ts';
import type { Locale } from '#core/locale.ts';
import { browserLocale, signIn } from './office-page.ts';
import { makeOrder, openOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { wordsOf } from './words.ts';

/** Part of the injection corpus, sent as one message; it would execute if text were rendered as HTML. */
const SCRIPTS = joinInjections(3_500)[0]?.split('\n') ?? [];

const hasRun = (page: Page): Promise<boolean> => page.evaluate(() => '__ran' in globalThis);
const chatButton = (page: Page, locale: Locale) => page.locator('body > aside > a').filter({ hasText: wordsOf(locale)('shell.chat') });
const messages = (page: Page, locale: Locale) => page.getByRole('log', { name: wordsOf(locale)('chat.log') });

async function openChat(page: Page, locale: Locale): Promise<void> {
  const t = wordsOf(locale);
  await untilRunning(page);
  await chatButton(page, locale).click();
  await expect(page.getByRole('dialog', { name: t('chat.title') })).toBeVisible();
  await expect(page.getByRole('textbox', { name: t('chat.message') })).toBeVisible();
}

async function sendMessage(page: Page, locale: Locale, text: string): Promise<void> {
  const t = wordsOf(locale);
  await page.getByRole('textbox', { name: t('chat.message') }).fill(text);
  await page.getByRole('button', { name: t('chat.send'), exact: true }).click();
}

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);

  test.describe(`support, ${locale}`, () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test('starts on an order’s page, is answered from the inbox with a template, and is found again on another device', async ({
      page,
      context,
      openContext,
      guard,
    }) => {
      guard.allow(/net::ERR_/);
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      await openOrder(page, made, locale);
      await openChat(page, locale);
      await expect(page.getByText(t('chat.about', { id: orderNumber(made.id) }))).toBeVisible();
      // A draft survives a reload; a message that was not accepted stays and is sent again once
      await page.getByRole('textbox', { name: t('chat.message') }).fill(`half ${made.id}`);
      await page.reload();
      await openChat(page, locale);
      await expect(page.getByRole('textbox', { name: t('chat.message') })).toHaveValue(`half ${made.id}`);
      await context.setOffline(true);
      const script = SCRIPTS.join('\n');
      await sendMessage(page, locale, script);
      await expect(page.getByText(t('chat.not_sent'))).toBeVisible();
      await context.setOffline(false);
      await page.getByRole('button', { name: t('chat.again') }).click();
      await expect(page.getByText(t('chat.waiting'))).toBeVisible();
      const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } })
        .png()
        .toBuffer();
      await page.locator('dialog input[type="file"]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: picture });
      await page.getByRole('button', { name: t('chat.send'), exact: true }).click();
      await expect(messages(page, locale).getByRole('img', { name: t('chat.picture') })).toBeVisible({ timeout: 30_000 });
      await expect(messages(page, locale).getByText(SCRIPTS[0] ?? '')).toHaveCount(1);
      expect([await violationsOf(page), await sidewaysOf(page), await hasRun(page)]).toEqual([[], 0, false]);

      const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 900 } }), OWNER);
      await office.goto('/office/chat/replies');
      await office.getByRole('button', { name: t('office_chat.canned.add') }).click();
      const title = `${locale} ${made.id.slice(0, 6)}`;
      await office.getByRole('textbox', { name: t('office_chat.canned.name') }).fill(title);
      await office.getByLabel(t('office_chat.canned.text_ru')).fill('Заявка {order} в работе');
      await office.getByLabel(t('office_chat.canned.text_en')).fill('Order {order} is on its way');
      await office.getByRole('button', { name: t('office_chat.canned.save') }).click();
      await expect(office.getByRole('heading', { name: title })).toBeVisible();
      await office.goto(`/office/chat?q=${made.id}`);
      await office.getByRole('link', { name: new RegExp(orderNumber(made.id)) }).click();
      await expect(office.getByText(SCRIPTS[1] ?? '').first()).toBeVisible();
      expect(await hasRun(office)).toBe(false);
      await office.getByRole('textbox', { name: t('office_chat.note'), exact: true }).fill(`between us ${made.id}`);
      await office.getByRole('button', { name: t('office_chat.keep_note'), exact: true }).click();
      await expect(office.getByText(`between us ${made.id}`)).toBeVisible();
      await office.locator('body').press('/');
      const canned = office
        .getByRole('combobox', { name: t('office_chat.canned.choose') })
        .or(office.getByLabel(t('office_chat.canned.choose')));
      await canned.first().fill(title);
      await office.getByRole('option', { name: title }).click();
      const answered = locale === 'ru' ? `Заявка ${orderNumber(made.id)} в работе` : `Order ${orderNumber(made.id)} is on its way`;
      const answer = office.getByRole('textbox', { name: t('office_chat.answer_in', { language: t(`office_chat.language.${locale}`) }) });
      await expect(answer).toHaveValue(answered);
      expect([await violationsOf(office), await sidewaysOf(office)]).toEqual([[], 0]);
      await answer.press('Control+Enter');
      await expect(office.getByRole('log').getByText(answered)).toBeVisible();

      // Live on the customer's page, without the operators' internal notes
      await expect(messages(page, locale).getByText(answered)).toBeVisible();
      await expect(page.getByText(`between us ${made.id}`)).toHaveCount(0);
      await page.getByRole('textbox', { name: t('chat.message') }).press('Escape');
      await expect(chatButton(page, locale)).toBeFocused();
      const other = await (await openContext({ viewport: { width: 360, height: 740 } })).newPage();
      await other.goto(`${locale === 'en' ? '/en' : ''}/order/${made.id}?token=${made.token}#chat`);
      await expect(messages(other, locale).getByText(answered)).toBeVisible({ timeout: 20_000 });
      // Back closes the panel and stays on the page
      await other.goBack();
      await expect(other.getByRole('dialog', { name: t('chat.title') })).toBeHidden();
      expect(new URL(other.url()).pathname).toContain(made.id);
    });
  });
}

test('a mailed link asks for confirmation before it opens a chat in this browser', async ({ page, guard }) => {
  guard.allow(/404/);
  const t = wordsOf('ru');
  const link = `/support?thread=${randomUUID()}&key=nobody-made-this-key`;
  await page.goto('/support');
  const opened = await page.goto(link);
  expect(await opened?.headerValue('set-cookie')).toBeNull();
  await expect(page.getByText(t('chat.link.warning'))).toBeVisible();
  const answer = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().includes('/support'));
  await page.getByRole('button', { name: t('chat.link.open'), exact: true }).click();
  expect((await answer).status()).toBe(404);
  await page.goto(link);
  await page.getByRole('link', { name: t('chat.link.own') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('chat.title') })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
});

test('six pages of one browser share one stream of a chat, and each updates at once', async ({ context }) => {
  const pages: Page[] = [];
  for (let count = 0; count < 6; count += 1) {
    const page = await context.newPage();
    await page.goto('/terms');
    await openChat(page, 'ru');
    pages.push(page);
    if (count === 0) {
      await sendMessage(page, 'ru', 'первый вопрос');
      await expect(messages(page, 'ru').getByText('первый вопрос')).toBeVisible();
    }
  }
  const [first] = pages;
  if (first === undefined) throw new Error('no page');
  await sendMessage(first, 'ru', 'из первой вкладки');
  for (const page of pages) await expect(messages(page, 'ru').getByText('из первой вкладки')).toBeVisible({ timeout: 15_000 });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a question is sent on the support page, and errors are shown at their fields', async ({ page }) => {
    const t = wordsOf('ru');
    await page.goto('/');
    await page
      .locator('body > aside > a')
      .filter({ hasText: t('shell.chat') })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: t('chat.title') })).toBeVisible();
    const text = `без скриптов ${Date.now()}`;
    await page.getByRole('textbox', { name: t('chat.message') }).fill(text);
    await page
      .getByRole('textbox', { name: t('chat.email') })
      .or(page.getByRole('textbox', { name: t('chat.email_closed') }))
      .fill('plain@example.org');
    await page.getByRole('button', { name: t('chat.send') }).click();
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText(/^.*p•••n@example\.org/)).toBeVisible();
  });
});

/** Texts and controls that the support button covers at any scroll position. */
const coveredByChatButton = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const edge = document.querySelector('body > aside > a')?.getBoundingClientRect().left ?? 0;
    const isApart = (one: Element): boolean => {
      for (let at: Element | null = one; at !== null && at !== document.body; at = at.parentElement) {
        const isScrolled: boolean = getComputedStyle(at).overflowX !== 'visible' && at.scrollWidth > at.clientWidth;
        if (isScrolled || at.matches('aside, .sr-only')) return true;
      }
      return !one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const reaches = ({ right, left, width }: DOMRect): boolean => width > 1 && right > edge + 0.5 && left < innerWidth;
    const found: string[] = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node !== null; node = words.nextNode()) {
      if (node.textContent?.trim() === '' || node.parentElement === null || isApart(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if ([...range.getClientRects()].some(reaches)) found.push(node.textContent?.trim().slice(0, 40) ?? '');
    }
    for (const one of document.querySelectorAll('a, button, input, select, textarea, summary'))
      if (!isApart(one) && reaches(one.getBoundingClientRect())) found.push(one.outerHTML.slice(0, 120));
    return found;
  });

test('on a phone the support button covers neither text nor controls', async ({ page }) => {
  const places = ['/', '/exchange/sberrub-ltc', '/faq', '/reviews', '/news', '/terms', '/directions', '/sign-in', '/business'];
  for (const path of places) {
    await page.goto(path);
    await untilRunning(page);
    await expect(chatButton(page, 'ru')).toBeVisible();
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      expect([width, await coveredByChatButton(page)], path).toEqual([width, []]);
      expect(await sidewaysOf(page)).toBe(0);
    }
  }
});
