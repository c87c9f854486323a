import { browserLocale, signIn, headingOf } from './office-page.ts';
import { makeOrder, openOrder, expectStatus, ROUBLES_TO_LITECOIN } from './order.ts';
import { violationsOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { CASHIER, TREASURER } from './product.ts';
import { wordsOf } from './words.ts';

const locale = 'ru';
const t = wordsOf(locale);

test.use({ viewport: { width: 1280, height: 800 } });

test('an order is found from any page by any of its data, by keyboard, in the Russian layout', async ({ openContext }) => {
  const [first, second] = [await makeOrder(ROUBLES_TO_LITECOIN, locale), await makeOrder(ROUBLES_TO_LITECOIN, locale)];
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
  await office.goto('/office/reserves');
  const box = office.getByRole('combobox', { name: t('office.search.label') });
  await expect(box).toBeVisible();
  await office.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK', key: 'л', ctrlKey: true, bubbles: true, cancelable: true })),
  );
  await expect(box).toBeFocused();
  // Enter pressed before the response waits for it
  await office.keyboard.type(second.id.slice(0, 9));
  await office.keyboard.press('Enter');
  await expect(headingOf(office, second.id)).toBeVisible();

  await office.keyboard.press('/');
  await expect(box).toBeFocused();
  await office.keyboard.type('uest@exampl');
  const rows = office.getByRole('option');
  await expect(rows.first()).toContainText('guest@example.org');
  expect(await violationsOf(office, '.find')).toEqual([]);
  await office.keyboard.press('Escape');
  await expect(rows).toHaveCount(0);
  await office.keyboard.press('/');
  await office.keyboard.type(first.id.slice(0, 9));
  await expect(rows).toHaveCount(1);
  await office.keyboard.press('Enter');
  await expect(headingOf(office, first.id)).toBeVisible();
  // An e-mail in the other keyboard layout
  await office.keyboard.press('Control+k');
  await office.keyboard.type('пгуые"учфьз');
  await expect(office.getByRole('status').filter({ hasText: t('office.search.read_as', { text: 'guest@examp' }) })).toBeVisible();
  await expect(rows.first()).toContainText('guest@example.org');
  await box.fill('zzzz-nothing-like-it');
  await expect(office.getByText(t('office.search.nothing'))).toBeVisible();
});

test('Ctrl+K opens screens and actions in either keyboard layout; ? lists the keys of the screen', async ({ openContext }) => {
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
  await office.goto('/office/approvals');
  const box = office.getByRole('combobox', { name: t('office.search.label') });
  await expect(box).toBeVisible();
  await office.keyboard.press('Control+k');
  await expect(office.getByRole('option', { name: t('office.nav.queue'), exact: true })).toBeVisible();
  // The keys of the Russian word, in the Latin layout
  await office.keyboard.type('htpt');
  await expect(office.getByRole('option', { name: t('office.nav.reserves'), exact: true })).toHaveAttribute('aria-selected', 'true');
  await office.keyboard.press('Enter');
  await expect(office).toHaveURL(/\/office\/reserves$/);
  // A folded group opens by its head, and stays open on this device
  const nav = office.getByRole('navigation', { name: t('office.nav.label') });
  const limits = nav.getByRole('link', { name: t('office.nav.limits'), exact: true });
  await expect(limits).toHaveCount(0);
  await nav.getByRole('button', { name: t('office.nav.group.money'), exact: true }).click();
  await expect(limits).toBeVisible();
  await office.goto('/office/?view=all');
  await expect(limits).toBeVisible();
  await office.keyboard.press('Shift+Slash');
  const keys = office.getByRole('dialog', { name: t('office.keys.title') });
  await expect(keys).toContainText(t('office.keys.rows'));
  expect(await violationsOf(office, '[role="dialog"]')).toEqual([]);
  await office.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
});

test('one screen to decide and five presses to pay: from the claim to the payout (G7)', async ({ page, openContext }) => {
  const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
  await openOrder(page, made, locale);
  await page.getByRole('button', { name: t('order.claim_payment'), exact: true }).click();
  await expectStatus(page, locale, 'payment_claimed');
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), CASHIER);
  await office.goto(`/office/orders/${made.id}`);
  const strip = office.getByRole('region', { name: t('office.strip.title') });
  await expect(strip).toContainText(t('office.strip.why.payment_claimed'));
  await expect(strip).toContainText(t('office.strip.nothing_came'));
  await office.keyboard.press('o');
  await expect(office.getByText(t('office.order.mine'))).toBeVisible();
  await office.keyboard.type(made.order.income_amount);
  await office.keyboard.press('Tab');
  await office.keyboard.type('40817-5');
  await office.keyboard.press('Tab');
  await office.keyboard.type('bank app');
  await office.keyboard.press('Control+Enter');
  await expectStatus(page, locale, 'completed');
  await expect(strip).toContainText(t('office.strip.agrees'));
});

test('the desk writes a message, extends and cancels an order; its customer sees the reason', async ({ page, openContext }) => {
  const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
  await openOrder(page, made, locale);
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), CASHIER);
  await office.goto(`/office/orders/${made.id}`);
  await office.getByRole('button', { name: t('office.deeds.write'), exact: true }).click();
  await office.getByLabel(t('office.deeds.write_note')).fill('We wait for your transfer');
  await office.getByRole('button', { name: t('office.deeds.write'), exact: true }).click();
  await expect(office.getByText('We wait for your transfer').first()).toBeVisible();

  await office.getByRole('button', { name: t('office.deeds.extend'), exact: true }).click();
  await office.getByLabel(t('office.deeds.extend_note')).fill('The bank is slow');
  // Success is shown only when the screen has the new version: otherwise the next action would conflict with this one
  const path = `/api/office/v1/orders/${made.id}`;
  const requested = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  let isDone = false;
  await office.route(`**${path}`, async (route) => {
    if (isDone) requested.resolve(undefined);
    if (isDone) await answered.promise;
    await route.continue();
  });
  // Set before the page has the answer: it asks for the order at once
  await office.route(`**${path}/ext*`, async (route) => {
    const response = await route.fetch();
    isDone = true;
    await route.fulfill({ response });
  });
  await office.getByRole('button', { name: t('office.deeds.extend'), exact: true }).click();
  await requested.promise;
  await office.evaluate(async () => await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(office.getByText(t('office.deeds.extended'))).toHaveCount(0);
  answered.resolve(undefined);
  await expect(office.getByText(t('office.deed.order.extend')).first()).toBeVisible();

  await office.getByLabel(t('office.customer.note')).fill('Pays from another bank');
  await office.getByRole('button', { name: t('office.customer.keep'), exact: true }).click();
  await expect(office.getByText('Pays from another bank').first()).toBeVisible();

  await office.getByRole('button', { name: new RegExp(`^${t('office.move.call_off')}`) }).click();
  await office.getByLabel(t('office.order.note_required')).fill('Asked for by phone');
  await office.keyboard.press('Control+Enter');
  await expectStatus(page, locale, 'cancelled');
  await expect(page.getByText(t('order.reason', { reason: 'Asked for by phone' }))).toBeVisible();
});
