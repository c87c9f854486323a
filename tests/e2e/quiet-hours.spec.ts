import { orderNumber } from '#core/order/number.ts';
import { MINUTE_MS } from '#core/time.ts';
import { expectStatus, makeOrder, openOrder, pay, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { control, productUrl } from './product.ts';
import { signUp } from './signed-calls.ts';
import { wordsOf } from './words.ts';

const CHAT = 7703;
const t = wordsOf('ru');

/** The time in Moscow in this many minutes; Moscow has no daylight saving time. */
const wallIn = (minutes: number): string =>
  new Date(Date.now() + minutes * MINUTE_MS).toLocaleTimeString('en-GB', { timeZone: 'Europe/Moscow', hour: '2-digit', minute: '2-digit' });

test("notices that can wait are sent after the recipient's quiet hours, which do not delay mail", async ({ page }) => {
  const email = `quiet-${Date.now()}@example.org`;
  const readMessages = async () => (await control.telegramSaid(CHAT)).map(({ text }) => text);
  await page.setViewportSize({ width: 360, height: 780 });
  await signUp(page, email, 'ru');
  await page.goto('/account/letters');
  await untilRunning(page);
  await page.getByRole('button', { name: t('notices.telegram.ask'), exact: true }).click();
  const link = await page.getByRole('link', { name: t('notices.telegram.open') }).getAttribute('href');
  await control.telegramWrite(CHAT, `/start ${new URL(link ?? '').searchParams.get('start') ?? ''}`);
  await expect.poll(async () => (await readMessages()).length, { timeout: 20_000 }).toBeGreaterThan(0);

  await page.goto('/account/letters');
  await untilRunning(page);
  const quiet = page.getByRole('group', { name: t('notices.quiet.title') });
  await quiet.getByRole('checkbox', { name: t('notices.quiet.on') }).check();
  // Quiet hours around the current time, far from both ends
  const [from, to] = [wallIn(-120), wallIn(120)];
  await quiet.locator('input[name=from]').fill(from);
  await quiet.locator('input[name=to]').fill(to);
  await quiet.getByRole('combobox', { name: t('notices.quiet.zone') }).selectOption('Europe/Moscow');
  await page.getByRole('button', { name: t('notices.save'), exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: t('notices.saved') })).toBeVisible();
  await page.reload();
  await expect(quiet.locator('input[name=from]')).toHaveValue(from);
  await expect(quiet.locator('input[name=to]')).toHaveValue(to);
  expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);

  const made = await makeOrder(ROUBLES_TO_LITECOIN, 'ru', email);
  const ofOrder = async () => (await readMessages()).filter((one) => one.includes(made.id)).length;
  // A message that needs the customer's action is sent during quiet hours
  await expect.poll(ofOrder, { timeout: 20_000 }).toBe(1);
  await openOrder(page, made, 'ru');
  await pay(made.id, 'exact');
  await expectStatus(page, 'ru', 'completed');
  const mail = async () => await (await page.request.get(`${productUrl()}/dev/mail`)).text();
  await expect
    .poll(
      async () =>
        (await mail()).split('<li>').filter((one) => one.includes(`<small>${email} `) && one.includes(orderNumber(made.id))).length,
    )
    .toBeGreaterThan(0);
  // It waits until the end of those hours, to the minute
  const end = Date.now() + 120 * MINUTE_MS;
  const waits = async () => {
    const until = await control.toldNotBefore(made.id);
    return until !== null && Math.abs(until - end) < 10 * MINUTE_MS;
  };
  await expect.poll(waits, { timeout: 20_000 }).toBe(true);
  expect(await ofOrder()).toBe(1);

  // Quiet hours end by the user's local time; the delayed message is then sent
  await page.goto('/account/letters');
  await untilRunning(page);
  await quiet.locator('input[name=to]').fill(wallIn(-60));
  await page.getByRole('button', { name: t('notices.save'), exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: t('notices.saved') })).toBeVisible();
  await control.endWait(made.id);
  await expect.poll(ofOrder, { timeout: 20_000 }).toBe(2);
});
