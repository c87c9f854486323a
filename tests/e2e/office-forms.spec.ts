import type { Locator } from '@playwright/test';
import type { Locale } from '#core/locale.ts';
import { browserLocale, signIn } from './office-page.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { wordsOf } from './words.ts';

const PHONE = { width: 360, height: 780 };
const REQUIRED = 'refusals.detail.required';
const EMAIL = 'refusals.detail.invalid_email';

interface OfficeForm {
  readonly path: string;
  /** Opens the form by a press on this button. */
  readonly press?: string;
  /** Labels of the required fields, in order. */
  readonly empty: readonly string[];
  /** The required field that is an e-mail, if any. */
  readonly email?: string;
}

const FORMS: readonly OfficeForm[] = [
  { path: '/office/settings', empty: ['office_opening.shop.name_ru', 'office_opening.shop.name_en'] },
  { path: '/office/account', empty: ['office_staff.password.current', 'office_staff.password.next'] },
  { path: '/office/staff', empty: ['office_staff.email'], email: 'office_staff.email' },
  { path: '/office/notices', empty: ['office_notice.text_ru', 'office_notice.text_en'] },
  { path: '/office/blacklist', press: 'customers_desk.list.add', empty: ['customers_desk.list.value', 'customers_desk.list.note'] },
  { path: '/office/reserves', empty: ['office.reserves.system', 'office.reserves.amount', 'office.reserves.reason'] },
];

const fieldIn = (form: Locator, label: string): Locator => form.getByLabel(label).and(form.locator('input, textarea, select'));

/** The only form with all these fields; values entered before are cleared. */
async function emptied(page: Page, labels: readonly string[]): Promise<Locator> {
  const form = labels.reduce((found, label) => found.filter({ has: page.getByLabel(label) }), page.locator('form'));
  await expect(form).toHaveCount(1);
  for (const label of labels) await fieldIn(form, label).fill('');
  return form;
}

/** Submits with the Enter key. The browser shows no message of its own, because the form has `novalidate`. */
async function send(form: Locator): Promise<void> {
  expect(await form.evaluate((element: HTMLFormElement) => element.noValidate)).toBe(true);
  await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
}

/** Every empty field shows an error, the first has the focus, and typing removes the error. */
async function expectNamed(page: Page, form: Locator, labels: readonly string[], words: string): Promise<void> {
  for (const label of labels) {
    await expect(fieldIn(form, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(fieldIn(form, label)).toHaveAccessibleDescription(new RegExp(`^${words}`));
  }
  await expect(fieldIn(form, labels[0] ?? '')).toBeFocused();
  expect([await sidewaysOf(page), await violationsOf(page, 'main')]).toEqual([0, []]);
}

async function expectEmailJudged(form: Locator, label: string, locale: Locale): Promise<void> {
  const email = fieldIn(form, label);
  await email.fill('nobody@nowhere');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await send(form);
  await expect(email).toHaveAccessibleDescription(wordsOf(locale)(EMAIL));
  await expect(email).toBeFocused();
}

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);

  test.describe(`forms of the office, ${locale}`, () => {
    test("the sign-in names every empty field and a wrong e-mail in the specification's words", async ({ openContext }) => {
      const page = await (await openContext({ locale: browserLocale(locale), viewport: PHONE })).newPage();
      await page.goto('/office');
      await expect(page.getByRole('heading', { level: 1, name: t('office.sign_in.title') })).toBeVisible();
      const labels = [t('office.sign_in.email'), t('office.sign_in.password')];
      const form = await emptied(page, labels);
      await page.getByRole('button', { name: t('office.sign_in.submit'), exact: true }).click();
      await expectNamed(page, form, labels, t(REQUIRED));
      await expectEmailJudged(form, t('office.sign_in.email'), locale);
      // A field with a value no longer shows an error
      await fieldIn(form, t('office.sign_in.password')).fill('x');
      await expect(form.getByText(t(REQUIRED))).toHaveCount(0);
    });

    test('other forms do the same: settings, a password, an invitation, a banner, an action, money', async ({ openContext }) => {
      const page = await signIn(await openContext({ locale: browserLocale(locale), viewport: PHONE }), OWNER);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (!['GET', 'HEAD'].includes(request.method()) && request.url().includes('/api/'))
          sent.push(`${request.method()} ${request.url()}`);
      });
      for (const { path, press, empty, email } of FORMS)
        await test.step(path, async () => {
          await page.goto(path);
          if (press !== undefined)
            await page
              .getByRole('button', { name: t(press), exact: true })
              .first()
              .click();
          const labels = empty.map((key) => t(key));
          const form = await emptied(page, labels);
          await send(form);
          await expectNamed(page, form, labels, t(REQUIRED));
          if (email !== undefined) await expectEmailJudged(form, t(email), locale);
        });
      expect(sent.filter((one) => !/\/preview|\/presence/.test(one))).toEqual([]);
    });
  });
}
