import sharp from 'sharp';
import { readAs, SAID_IN_BROWSER } from '#tests/make/messages.ts';
import { browserLocale, signIn } from './office-page.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { control, LOCALES, OWNER } from './product.ts';
import { send, signUp } from './signed-calls.ts';
import { pathIn, wordsOf } from './words.ts';

const EDIT_DELAY_MS = 350;
const CARDS = '/api/office/v1/card_verifications';
const fault = { status: 500, contentType: 'application/vnd.api+json', body: '{"errors":[{"code":"unknown","detail":"-"}]}' };

/** Times of key presses, by the page's clock. */
const noteTyping = () => {
  const inputTimes: number[] = [];
  Object.assign(globalThis, { inputTimes });
  addEventListener('input', () => inputTimes.push(performance.now()), { capture: true });
};

/** Time from the last key press before it to each save. */
const delaysOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const { inputTimes } = globalThis as unknown as { inputTimes: readonly number[] };
    const saves = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/v1/user'));
    return saves.map(({ startTime }) => startTime - Math.max(...inputTimes.filter((at) => at <= startTime)));
  });

for (const locale of LOCALES) {
  const t = wordsOf(locale);
  const expectMessage = (page: Page, name: keyof typeof SAID_IN_BROWSER) =>
    expect(page.getByText(readAs(SAID_IN_BROWSER[name], locale)).first(), name).toBeVisible({ timeout: 15_000 });

  test(`${locale}: messages of pages alone: refused cards or cards that cannot be deleted, a failed withdrawal, the first error of a profile`, async ({
    page,
    openContext,
    guard,
  }) => {
    guard.allow(/status of 500/);
    const email = `told-${locale}-${Date.now()}@example.org`;
    await page.setViewportSize({ width: 360, height: 780 });
    await signUp(page, email, locale);
    const office = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);

    await test.step('cards', async () => {
      const numbers =
        locale === 'ru'
          ? ['2200700000000009', '2202200000000008', '2200150000000007']
          : ['5375410000000007', '4400430000000007', '4149430000000003'];
      const image = {
        name: 'card.png',
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#264' } })
          .png()
          .toBuffer(),
      };
      const ids: string[] = [];
      for (const card_number of numbers) {
        const multipart = { card_number, name: 'IVAN PETROV', issuing_bank_id: 'sberbank', image };
        const response = await page.request.post('/api/v1/card_verifications', { multipart, headers: { 'site-locale': locale } });
        expect(response.status(), await response.text()).toBe(201);
        ids.push(((await response.json()) as { data: { id: string } }).data.id);
      }
      for (const [index, reason] of ['blurred', 'unspecified'].entries()) {
        await send(office.request, `POST ${CARDS}/${ids[index] ?? ''}/take`, { type: 'card_verifications' });
        await send(office.request, `POST ${CARDS}/${ids[index] ?? ''}/reject`, { type: 'card_verifications', attributes: { reason } });
      }
      await page.goto(pathIn(locale, '/account/cards'));
      await expectMessage(page, 'verification_rejected');
      await expectMessage(page, 'verification_denied');
      await expectMessage(page, 'verification_unspecified');
      await page.route('**/api/v1/card_verifications/*', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill(fault) : route.continue(),
      );
      await page
        .getByRole('button', { name: t('card_verification.account.delete'), exact: true })
        .first()
        .click();
      await page.getByRole('button', { name: t('card_verification.account.delete_yes'), exact: true }).click();
      await expectMessage(page, 'card_deletion');
    });

    await test.step('a withdrawal', async () => {
      await control.earn(email, 500);
      await page.goto(pathIn(locale, '/account/earnings/withdraw'));
      await untilRunning(page);
      await page.getByRole('button', { name: t('withdrawal.form.all'), exact: true }).click();
      for (const field of await page.locator('form input[type=text], form input:not([type])').all()) {
        const hint = await field.getAttribute('aria-describedby');
        const example = hint === null ? '' : await page.locator(`[id="${hint}"]`).innerText();
        if ((await field.getAttribute('name')) !== 'amount') await field.fill(example.split(': ').at(-1) ?? '');
      }
      await page.route('**/api/v1/payouts', (route) => route.fulfill(fault));
      await page.getByRole('button', { name: t('withdrawal.form.send') }).click();
      await expectMessage(page, 'no_withdrawal');
    });

    await test.step('a profile that saves itself', async () => {
      await page.goto(pathIn(locale, '/account/settings'));
      await untilRunning(page);
      await page.evaluate(noteTyping);
      const wrong = (field: string, detail: string) => ({
        code: 'invalid_format',
        detail,
        source: { pointer: `/data/attributes/${field}` },
      });
      const errors = [wrong('full_name', 'the first'), wrong('phone', 'the second')];
      await page.route('**/api/v1/user', (route) => route.fulfill({ ...fault, status: 422, body: JSON.stringify({ errors }) }));
      await page.getByLabel(t('account.field.full_name')).pressSequentially('Anna');
      await expect(page.getByText('the first')).toBeVisible();
      await expect(page.getByText('the second')).toHaveCount(0);
      // A timer may fire slightly early by the page's clock
      for (const delay of await delaysOf(page)) expect(delay).toBeGreaterThanOrEqual(EDIT_DELAY_MS - 5);
      expect(await delaysOf(page)).not.toEqual([]);
    });
  });
}
