import { createApi } from '#tests/make/call-api.ts';
import { fillForm, order, sendForm } from '#tests/make/customer.ts';
import { makeFolder, removeFolder, type RunningApp, startApp } from '#tests/make/process.ts';
import { solveCaptcha } from '#tests/make/solve-captcha.ts';
import { exchangeForm } from './exchange-form.ts';
import { activateBy, mailedLink } from './mailbox.ts';
import { expectStatus, systemOf } from './order.ts';
import { sidewaysOf } from './page-checks.ts';
import { expect, type Page, test, untilRunning } from './page-test.ts';
import { switchedRoute } from './routes.ts';
import { control, localesOf, OWNER } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

const WISH = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '50' } as const;
const ADDRESS = '/exchange/usdttrc20-sberrub';
const PASSWORD = 'Tikhaya-Gavan-52q';

let folder: string;
/** With rate limits: an address with an unpaid order needs a proof of work. */
let app: RunningApp;
/** A valid proof that was used already. */
let staleToken = '';

// One product of its own: divided between workers, each part would start another
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  folder = makeFolder();
  app = await startApp({ DATA_DIR: folder, OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password });
  const api = createApi(app.url);
  await order(api, WISH);
  staleToken = await solveCaptcha(api);
  const accepted = await sendForm(api, { ...(await fillForm(api, WISH)), captcha_token: staleToken });
  if (accepted.status !== 201) throw new Error(accepted.text);
});
test.afterAll(async () => {
  await app.stop();
  removeFolder(folder);
});

for (const locale of localesOf('ru')) {
  const t = wordsOf(locale);

  async function fillOrder(page: Page) {
    const to = await systemOf('SBERRUB', locale);
    const form = exchangeForm(page, locale);
    await page.goto(app.url + pathIn(locale, ADDRESS));
    const card = form.field(to.outcome_fields[0]?.label ?? '');
    await card.fill(to.outcome_fields[0]?.example ?? '');
    await form.email().fill('stale@example.org');
    await form.terms().check();
    return { form, card, example: to.outcome_fields[0]?.example ?? '' };
  }

  test(`${locale}: an order without scripts that needs a proof, or sends an expired one, ends on its form with instructions (R75)`, async ({
    openContext,
  }) => {
    const page = await (await openContext({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })).newPage();
    const { form, card, example } = await fillOrder(page);
    const expectReturned = async () => {
      await expect(page.getByText(t('shell.captcha.no_script'))).toBeVisible();
      await expect(card).toHaveValue(example);
      await expect(form.email()).toHaveValue('stale@example.org');
      await expect(form.terms()).toBeChecked();
      expect(await sidewaysOf(page)).toBe(0);
    };
    await form.submitButton().click();
    await expectReturned();
    // The same form of a page that lost its scripts after they computed a proof
    const sent = await page
      .locator('form[method=post]')
      .filter({ has: form.email() })
      .evaluate((one: HTMLFormElement) => ({ action: one.action, body: Object.fromEntries(new FormData(one)) as Record<string, string> }));
    for (const proof of [staleToken, 'no proof']) {
      const answer = await page.request.post(sent.action, {
        form: { ...sent.body, captcha_token: proof },
        headers: { origin: app.url, accept: 'text/html' },
      });
      expect(answer.headers()['content-type']).toContain('text/html');
      expect([answer.status(), (await answer.text()).includes(t('shell.captcha.no_script'))]).toEqual([422, true]);
    }
  });

  test(`${locale}: an expired proof is reported when the order is sent, and the next press makes another (R75)`, async ({ page }) => {
    const { form, card, example } = await fillOrder(page);
    await untilRunning(page);
    await form.expectNumbers();
    // The challenge is solved, but its proof was used for another order
    const { challenge, number: _number, ...puzzle } = JSON.parse(atob(staleToken)) as Record<string, unknown>;
    const answerCaptcha = await switchedRoute(page, '**/api/v1/captcha');
    answerCaptcha(async (route) => {
      const response = await route.fetch();
      const document = (await response.json()) as { data: { attributes: Record<string, unknown> } };
      Object.assign(document.data.attributes, puzzle, { challenge });
      await route.fulfill({ response, json: document });
    });
    await form.submitButton().click();
    await expect(page.getByText(t('refusals.detail.wrong_captcha'))).toBeVisible();
    await expect(card).toHaveValue(example);
    answerCaptcha();
    await form.submitButton().click();
    await expectStatus(page, locale, 'awaiting_payment');
  });

  /** Fills the withdrawal form of a user with rewards whose last sign-in is too old. */
  async function fillWithdrawal(page: Page, email: string): Promise<void> {
    await page.goto(pathIn(locale, '/sign-up'));
    await untilRunning(page);
    await page.getByLabel(t('account.field.email')).fill(email);
    for (const field of await page.locator('main input[type=password]').all()) await field.fill(PASSWORD);
    await page.locator('input[name=accept_terms]').check();
    await page.getByRole('button', { name: t('account.sign_up.submit') }).click();
    await expect(page).toHaveURL(/\/account/);
    await activateBy(page, await mailedLink(page, email, '/activate?token='));
    await control.earn(email, 500);
    await control.ageProof(email);
  }

  const send = (page: Page) => page.getByRole('button', { name: t('withdrawal.form.send') }).click();
  async function fillDestination(page: Page): Promise<void> {
    await page.locator('input[name=amount]').fill('4');
    const word = t('shell.field.example', { example: '' }).trim();
    const hint = await page.locator('form p', { hasText: word }).first().innerText();
    await page
      .locator('form input:not([type=radio], [type=checkbox], [type=hidden], [type=password], [name=amount])')
      .first()
      .fill(hint.split(': ').at(-1) ?? '');
  }

  test(`${locale}: a withdrawal without scripts is confirmed on its own page where the sign-in is too old (R75)`, async ({
    page,
    openContext,
  }) => {
    const email = `stale-bare-${locale}-${Date.now()}@example.org`;
    await fillWithdrawal(page, email);
    const state = await page.context().storageState();
    const bare = await (
      await openContext({ javaScriptEnabled: false, storageState: state, viewport: { width: 360, height: 780 } })
    ).newPage();
    await bare.goto(pathIn(locale, '/account/earnings/withdraw'));
    await fillDestination(bare);
    await send(bare);
    const password = bare.getByLabel(t('own.data.password'), { exact: true });
    await expect(password).toBeVisible();
    await expect(bare.getByRole('alert')).toContainText(t('refusals.detail.fresh_factor_required'));
    await expect(bare.locator('input[name=amount]')).toHaveValue('4');
    expect(await sidewaysOf(bare)).toBe(0);
    await password.fill('not the password');
    await send(bare);
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveValue('');
    await password.fill(PASSWORD);
    await send(bare);
    await expect(bare.locator('h1[data-status]')).toHaveText(t('withdrawal.state.awaiting_confirmation.title'));
  });

  test(`${locale}: a withdrawal asks for re-authentication over the page where the sign-in is too old, and keeps the input (R75)`, async ({
    page,
  }) => {
    const email = `stale-${locale}-${Date.now()}@example.org`;
    await fillWithdrawal(page, email);
    await page.goto(pathIn(locale, '/account/earnings/withdraw'));
    await untilRunning(page);
    await fillDestination(page);
    await send(page);
    const dialog = page.getByRole('dialog', { name: t('security.fresh.title') });
    await dialog.getByLabel(t('account.field.password')).fill(PASSWORD);
    await dialog.getByRole('button', { name: t('security.fresh.submit') }).click();
    await expect(page.locator('h1[data-status]')).toHaveText(t('withdrawal.state.awaiting_confirmation.title'));
  });
}
