import { exchangeForm } from './exchange-form.ts';
import { expectStatus, systemOf } from './order.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { LOCALES, productUrl } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const HELD_MS = 2_000;
const ADDRESS = '/exchange/usdttrc20-sberrub';

for (const locale of LOCALES) {
  const t = wordsOf(locale);

  test(`${locale}: what is typed while scripts are on their way is kept, and never stands beside another amount's numbers`, async ({
    page,
  }) => {
    const sber = await systemOf('SBERRUB', locale);
    const form = exchangeForm(page, locale);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(pathIn(locale, ADDRESS), { waitUntil: 'commit' });
    const before = await form.amount('outcome').inputValue();
    const card = form.field(sber.outcome_fields[0]?.label ?? '');
    await form.amount('income').fill('555');
    await expect(form.amount('outcome')).toHaveValue('');
    await card.fill(sber.outcome_fields[0]?.example ?? '');
    await form.email().fill('slow@example.org');
    await form.terms().check();
    await page.waitForTimeout(HELD_MS);
    // From now on no frame may show the old outcome beside the new amount
    await page.evaluate((old) => {
      const look = () => {
        const value = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? '';
        if (value('outcome_amount') === old) document.documentElement.dataset['mixed'] = value('income_amount');
        requestAnimationFrame(look);
      };
      look();
    }, before);
    release();
    await untilRunning(page);
    await form.expectNumbers();
    await expect(form.amount('income')).toHaveValue('555');
    await expect(form.amount('outcome')).not.toHaveValue(before);
    await expect(card).toHaveValue(sber.outcome_fields[0]?.example ?? '');
    await expect(form.email()).toHaveValue('slow@example.org');
    await expect(form.terms()).toBeChecked();
    expect(await page.locator('html').getAttribute('data-mixed')).toBeNull();
    await form.submitButton().click();
    await expectStatus(page, locale, 'awaiting_payment');
    await expect(page.getByText(/555/).first()).toBeVisible();
  });

  test(`${locale}: what is written to support before its page runs stays written`, async ({ page }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(pathIn(locale, '/support'), { waitUntil: 'commit' });
    await page.getByRole('textbox', { name: t('chat.message') }).fill(`still here in ${locale}`);
    release();
    await untilRunning(page);
    // The plain form asks for nothing live; what takes its place has a way to attach a file
    await expect(page.getByText(t('chat.attach'))).toBeVisible();
    await expect(page.getByRole('textbox', { name: t('chat.message') })).toHaveValue(`still here in ${locale}`);
  });

  test(`${locale}: without scripts a typed amount is quoted again and shown before anything is ordered`, async ({ openContext }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    const sber = await systemOf('SBERRUB', locale);
    const form = exchangeForm(page, locale);
    await page.goto(pathIn(locale, ADDRESS));
    const before = await form.amount('outcome').inputValue();
    const card = form.field(sber.outcome_fields[0]?.label ?? '');
    await form.amount('income').fill('555');
    await card.fill(sber.outcome_fields[0]?.example ?? '');
    await form.email().fill('plain@example.org');
    await form.terms().check();
    await form.submitButton().click();
    await expect(page.getByText(t('exchange.form.unseen_title'))).toBeVisible();
    await expect(form.amount('income')).toHaveValue('555');
    await expect(form.amount('outcome')).not.toHaveValue(before);
    await expect(card).toHaveValue(sber.outcome_fields[0]?.example ?? '');
    await expect(form.email()).toHaveValue('plain@example.org');
    await expect(form.terms()).toBeChecked();
    await form.email().fill('nobody');
    await form.submitButton().click();
    await expect(form.email()).toHaveAccessibleDescription(t('refusals.detail.invalid_email'));
    await expect(card).toHaveValue(sber.outcome_fields[0]?.example ?? '');
    await form.email().fill('plain@example.org');
    // What he agrees to is what this page shows: the market may have moved since the one before
    const outcome = await form.amount('outcome').inputValue();
    await form.submitButton().click();
    await expectStatus(page, locale, 'awaiting_payment');
    await expect(page.getByRole('main')).toContainText('555');
    await expect(page.getByRole('main')).toContainText(outcome.slice(0, 5));
  });

  test(`${locale}: without scripts another slot is shown with its numbers first`, async ({ openContext }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage();
    const form = exchangeForm(page, locale);
    await page.goto(pathIn(locale, ADDRESS));
    const before = await form.amount('outcome').inputValue();
    const slots = page.getByRole('group', { name: t('exchange.slot.legend') });
    const other = slots.getByRole('radio', { name: new RegExp(`^${t('exchange.slot.express')}`), checked: false }).last();
    const name = (await other.evaluate((radio) => radio.closest('label')?.textContent)) ?? '';
    await other.check();
    await form.submitButton().click();
    await expect(page.getByText(t('exchange.form.unseen_title'))).toBeVisible();
    await expect(form.amount('outcome')).not.toHaveValue(before);
    expect(name.replaceAll(/\D/g, '')).toContain((await form.amount('outcome').inputValue()).replaceAll(/\D/g, '').replace(/00$/, ''));
    await expect(slots.getByRole('radio', { checked: true })).toHaveCount(1);
  });
}

test('without scripts a form that is pressed several times at once makes one order', async ({ openContext }) => {
  const context = await openContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const sber = await systemOf('SBERRUB', 'ru');
  const form = exchangeForm(page, 'ru');
  await page.goto(ADDRESS);
  await form.field(sber.outcome_fields[0]?.label ?? '').fill(sber.outcome_fields[0]?.example ?? '');
  await form.email().fill('twice@example.org');
  await form.terms().check();
  const { action, sent } = await page
    .locator('form[method=post]')
    .filter({ has: form.email() })
    .evaluate((one: HTMLFormElement) => ({ action: one.action, sent: Object.fromEntries(new FormData(one)) as Record<string, string> }));
  const press = () => context.request.post(action, { form: sent, headers: { origin: productUrl() }, maxRedirects: 0 });
  const answers = await Promise.all([press(), press(), press()]);
  await form.submitButton().click();
  await expectStatus(page, 'ru', 'awaiting_payment');
  for (const answer of answers)
    expect([answer.status(), answer.headers()['location']]).toEqual([302, `${new URL(page.url()).pathname}?new=1`]);
  // Nothing stands on its page that could do nothing: no button that copies, no clock that stands still
  const t = wordsOf('ru');
  await expect(page.getByRole('button', { name: t('order.copy_idle') })).toHaveCount(0);
  await expect(page.getByText(t('order.left_to_pay'))).toBeHidden();
  await expect(page.getByText(t('order.locked_until'))).toBeVisible();
  await page.getByRole('link', { name: t('order.read_anew') }).click();
  await expectStatus(page, 'ru', 'awaiting_payment');
});
