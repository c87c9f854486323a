import { randomUUID } from 'node:crypto';
import { browserLocale, signIn } from './office-page.ts';
import { localesOf, OWNER } from './product.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test, untilRunning } from './page-test.ts';
import { pathIn, wordsOf } from './words.ts';

for (const locale of localesOf('en')) {
  test(`a bonus is granted in the office, shown among the customer's rewards, and withdrawn, ${locale}`, async ({ openContext }) => {
    const t = wordsOf(locale);
    const email = `${randomUUID()}@example.org`;
    const customer = await (await openContext({ locale: browserLocale(locale), viewport: { width: 360, height: 740 } })).newPage();
    const password = 'Correct horse 1';
    const made = await customer.request.post('/api/v1/users', {
      headers: { 'content-type': 'application/vnd.api+json', 'site-locale': locale },
      data: JSON.stringify({ email, password, password_confirmation: password, accept_terms: true }),
    });
    expect(made.status()).toBe(201);
    await customer.goto(pathIn(locale, '/account/earnings/rewards'));
    await untilRunning(customer);
    await expect(customer.getByText(t('earned.none.reward'))).toBeVisible();
    // A customer without earnings sees neither reversals nor a debt
    await expect(customer.getByRole('term')).toHaveText([t('earned.available')]);

    const office = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    await office.goto(`/office/earnings?q=${encodeURIComponent(email)}`);
    await expect(office.getByText(t('office.list.nothing_found'))).toBeVisible();
    await office.getByRole('button', { name: t('office_earnings.grant'), exact: true }).click();
    await expect(office.getByLabel(t('office_earnings.field.email'))).toHaveValue(email);
    await office.getByLabel(t('office_earnings.field.amount')).fill('12.50');
    expect(await violationsOf(office)).toEqual([]);
    const why = `${locale} ${randomUUID()}`;
    await office.getByLabel(t('office_earnings.grant_note')).fill(why);
    await office.getByRole('button', { name: t('office_earnings.grant_submit'), exact: true }).click();
    const row = office.getByRole('row').filter({ hasText: email });
    await expect(row).toContainText(why);

    await customer.reload();
    await untilRunning(customer);
    const slip = customer.getByRole('article');
    await expect(slip).toContainText(why);
    await expect(slip.locator('[data-status=available]')).toHaveText(t('earned.one.available'));
    expect([await violationsOf(customer), await sidewaysOf(customer)]).toEqual([[], 0]);
    await customer.getByRole('link', { name: t('earned.status.accrued'), exact: true }).click();
    await expect(customer.getByText(t('earned.none_found'))).toBeVisible();
    await customer.getByRole('link', { name: t('earned.show_all') }).click();
    await expect(slip).toContainText(why);

    await row.getByRole('button', { name: t('office_earnings.reverse'), exact: true }).click();
    await office.getByLabel(t('office_earnings.reverse_note')).fill('granted by mistake');
    await office.getByRole('button', { name: t('office_earnings.reverse_submit'), exact: true }).click();
    await expect(row).toContainText(t('office_earnings.status.reversed'));
    await customer.reload();
    await expect(slip.locator('[data-status=reversed]')).toHaveText(t('earned.one.reversed'));
  });
}
