import { orderNumber } from '#core/order/number.ts';
import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { browserLocale, signIn } from './office-page.ts';
import { expectStatus, makeOrder, openOrder, pay, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { control, localesOf, OWNER, productUrl } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const CHAT = { ru: 7701, en: 7702 } as const;
const TEXT = '/office/texts/order_letters.status.completed';
const PHONE = { width: 360, height: 780 };

// Both languages change the same e-mail's text: one after the other
test.describe.configure({ mode: 'serial' });

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

/** Subjects of the e-mails to this address, newest first. */
async function subjectsTo(request: APIRequestContext, to: string): Promise<string> {
  const list = await (await request.get(`${productUrl()}/dev/mail`)).text();
  return list
    .split('<li>')
    .filter((email) => email.includes(`<small>${to} `))
    .join('\n');
}

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);
  const chat = CHAT[locale];
  const readMessages = () => control.telegramSaid(chat);
  const waitForMessage = async (text: string | RegExp) =>
    await expect
      .poll(async () => (await readMessages()).map((one) => one.text), { timeout: 20_000 })
      .toContainEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text));

  /** Changes the text of an e-mail, previews it, sends it to the own address; after saving, e-mails use it. */
  async function editBotText(office: Page, heading: string): Promise<void> {
    await office.goto(TEXT);
    const field = office
      .getByRole('group', { name: t(`office_texts.language.${locale}`) })
      .getByLabel(t('office_texts.role.heading'), { exact: true });
    await field.fill('without its amount');
    await office.getByRole('button', { name: t('office_texts.save'), exact: true }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue('without its amount');
    await field.fill(`${heading} {{got}}`);
    await office.getByText(t('office_texts.as_notice'), { exact: true }).click();
    await expect(office.locator('.text-notice strong')).toHaveText(new RegExp(`^${heading} \\S`));
    expect([await violationsOf(office), await sidewaysOf(office)]).toEqual([[], 0]);
    await office.getByRole('button', { name: t(`office_texts.try.${locale}`), exact: true }).click();
    await expect.poll(() => subjectsTo(office.request, OWNER.email)).toContain(heading);
    await office.getByRole('button', { name: t('office_texts.save'), exact: true }).click();
    await expect(office.getByText(t('office_texts.saved'))).toBeVisible();
  }

  test(`${locale}: an order is followed in Telegram in the shop's own texts; files go both ways between the chat and the inbox`, async ({
    openContext,
  }) => {
    const heading = `${locale === 'ru' ? 'Готово' : 'There you are'} ${Date.now() % 100_000}`;
    const email = `told-${locale}@example.org`;
    const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 900 } }), OWNER);
    await editBotText(office, heading);

    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale, email);
    const page = await (await openContext({ viewport: PHONE })).newPage();
    await openOrder(page, made, locale);
    await page.getByRole('button', { name: t('notices.telegram.ask'), exact: true }).click();
    const link = await page.getByRole('link', { name: t('notices.telegram.open') }).getAttribute('href');
    await control.telegramWrite(chat, `/start ${new URL(link ?? '').searchParams.get('start') ?? ''}`);
    await waitForMessage(t('telegram.linked_order', { id: orderNumber(made.id) }));
    await expect(page.getByRole('button', { name: t('notices.telegram.off'), exact: true })).toBeVisible();
    expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);
    await pay(made.id, 'exact');
    await expectStatus(page, locale, 'completed');
    await waitForMessage(new RegExp(`^${heading} [\\s\\S]+${made.id}`));
    await expect.poll(() => subjectsTo(office.request, email)).toContain(heading);
    await control.telegramWrite(chat, '/status');
    await waitForMessage(t('status.completed.title'));
    expect((await readMessages()).every((one) => !one.text.includes('token='))).toBe(true);

    // The customer sends a picture to the bot, the operator answers with one
    await control.telegramWrite(chat, `slip of ${made.id}`, await picture('#357'));
    await waitForMessage(t('chat_letters.bot.taken'));
    await office.goto(`/office/chat?q=${made.id}`);
    await office.getByRole('link', { name: new RegExp(orderNumber(made.id)) }).click();
    await expect(office.getByRole('log').getByText(`slip of ${made.id}`)).toBeVisible();
    await expect(office.getByRole('log').getByRole('link')).toHaveCount(1);
    const answer = office.getByRole('textbox', { name: t('office_chat.answer_in', { language: t(`office_chat.language.${locale}`) }) });
    await answer.fill(`look ${made.id}`);
    await office
      .locator('.chat-answer input[type="file"]')
      .setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: await picture('#753') });
    await expect(office.getByText('x.png')).toBeVisible();
    expect([await violationsOf(office), await sidewaysOf(office)]).toEqual([[], 0]);
    await answer.press('Control+Enter');
    await expect(office.getByRole('log').getByRole('link')).toHaveCount(2);
    await expect(answer).toHaveValue('');
    await expect
      .poll(async () => (await readMessages()).at(-1), { timeout: 20_000 })
      .toEqual({ text: `look ${made.id}`, is_picture: true });
    // The customer's page of the same chat has both
    await page.goto(pathIn(locale, `/support?order=${made.id}`));
    await expect(page.getByRole('log').getByRole('img', { name: t('chat.picture') })).toHaveCount(2, { timeout: 20_000 });
    await control.telegramWrite(chat, '/stop');
    await waitForMessage(t('telegram.stopped'));
    await office.goto(TEXT);
    await office.getByRole('button', { name: t('office_texts.as_delivered'), exact: true }).click();
    await office.getByRole('button', { name: t('office_texts.save'), exact: true }).click();
    await expect(office.getByText(t('office_texts.saved'))).toBeVisible();
  });
}
