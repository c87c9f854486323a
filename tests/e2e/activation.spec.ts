import { randomUUID } from 'node:crypto';
import { activateBy, mailedLink } from './mailbox.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { localesOf } from './product.ts';
import { send } from './signed-calls.ts';
import { pathIn, wordsOf } from './words.ts';

const SPENT = {
  ru: ['Активация невозможна.', 'Код уже использован или неверен.'],
  en: ['Activation is not possible.', 'The code used is either already activated or invalid.'],
} as const;

const expectFit = async (page: Page): Promise<void> => expect([await violationsOf(page), await sidewaysOf(page)]).toEqual([[], 0]);

for (const locale of localesOf('ru'))
  for (const javaScriptEnabled of [true, false])
    test(`${locale}: the link activates on a device that is not signed in, scripts ${javaScriptEnabled}`, async ({ page, openContext }) => {
      const t = wordsOf(locale);
      const email = `activation-${randomUUID().slice(0, 8)}@example.org`;
      const password = 'Correct horse 1';
      const attributes = { email, password, password_confirmation: password, accept_terms: true, locale };
      await send(page.request, 'POST /api/v1/users', { type: 'users', attributes, locale });
      const link = await mailedLink(page, email, '/activate?token=');

      const elsewhere = await (await openContext({ javaScriptEnabled, viewport: { width: 360, height: 740 } })).newPage();
      await elsewhere.goto(link);
      await expect(elsewhere.getByRole('heading', { level: 1, name: t('account.activate.title') })).toBeVisible();
      if (javaScriptEnabled) await expectFit(elsewhere);
      // Opening the page activates nothing
      await page.goto(pathIn(locale, '/account'));
      await expect(page.getByText(t('account.unproven.text', { email }))).toBeVisible();

      await activateBy(elsewhere, link);
      await expect(elsewhere.getByRole('heading', { level: 1, name: t('account.activate.confirmed') })).toBeVisible();
      if (javaScriptEnabled) await expectFit(elsewhere);
      await elsewhere
        .getByRole('link', { name: t('account.activate.to_sign_in') })
        .last()
        .click();
      await expect(elsewhere).toHaveURL(new RegExp(`${pathIn(locale, '/sign-in')}$`));
      // The browser of the sign-up is signed out, shows why when it is focused, and asks only for the password
      await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
      await expect(page).toHaveURL(new RegExp(`${pathIn(locale, '/sign-in')}\\?next=`));
      await expect(page.getByText(t('account.sign_in.ended'))).toBeVisible();
      await expectFit(page);
      await expect(page.getByLabel(t('account.field.email'))).toHaveValue(email);
      await page.getByLabel(t('account.field.password')).fill(password);
      await page.getByRole('button', { name: t('account.sign_in.submit'), exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('account.home.title') })).toBeVisible();
      await expect(page.getByText(t('account.unproven.title'))).toBeHidden();

      for (const address of [link, pathIn(locale, '/activate?token=none')]) {
        await elsewhere.goto(address);
        await elsewhere.getByRole('button', { name: t('account.activate.submit') }).click();
        const [title, text] = SPENT[locale];
        await expect(elsewhere.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(elsewhere.getByRole('alert')).toHaveText(text);
      }
      if (javaScriptEnabled) await expectFit(elsewhere);
    });

test('a tab of the account that is already open asks for no confirmation after it is focused', async ({ page, context }) => {
  const t = wordsOf('ru');
  const email = `activation-${randomUUID().slice(0, 8)}@example.org`;
  const password = 'Correct horse 1';
  const attributes = { email, password, password_confirmation: password, accept_terms: true, locale: 'ru' };
  await send(page.request, 'POST /api/v1/users', { type: 'users', attributes, locale: 'ru' });
  await page.goto('/account');
  await expect(page.getByText(t('account.unproven.title'))).toBeVisible();
  const other = await context.newPage();
  await activateBy(other, await mailedLink(other, email, '/activate?token='));
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')));
  await expect(page.getByText(t('account.unproven.title'))).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: t('account.home.title') })).toBeVisible();
});
