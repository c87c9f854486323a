import fs from 'node:fs/promises';
import { browserLocale, openProposal, proposalWith, rowOf, signIn, signInByForm, headingOf } from './office-page.ts';
import { makeOrder, openOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, type Page, test } from './page-test.ts';
import { CASHIER, OWNER, TREASURER } from './product.ts';
import { pattern, wordsOf } from './words.ts';

const locale = 'ru';
const t = wordsOf(locale);
const TABS = 6;

const liveMark = (page: Page) => page.getByRole('status').filter({ hasText: t('office.live.live') });
const search = (page: Page) => page.getByLabel(t('office.queue.search'));
const currentRow = (page: Page) => page.locator('tr[data-current]').getAttribute('data-order');
const rowIds = (page: Page) => page.locator('tr[data-order]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order')));

/** A key press as the Russian layout sends it: the same key, another letter. */
const pressRussian = (page: Page, code: string, key: string) =>
  page.evaluate((init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })), {
    code,
    key,
  });

test('six tabs of the office share one stream: all of them work and are live, whichever closes', async ({ openContext }) => {
  const context = await openContext({ locale: browserLocale(locale) });
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams.push(request.url());
  });
  const tabs = [await signInByForm(context, locale, OWNER)];
  while (tabs.length < TABS) tabs.push(await context.newPage());
  for (const tab of tabs) await tab.goto('/office?view=all');
  for (const tab of tabs) await expect(liveMark(tab)).toBeVisible();
  const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
  for (const tab of tabs) await expect(rowOf(tab, made.id)).toBeVisible();
  for (const tab of tabs) {
    await tab.goto(`/office/orders/${made.id}`);
    await expect(headingOf(tab, made.id)).toBeVisible();
  }
  // Sign-in and reload pass the stream on; no tab has a second one
  await tabs[0]?.close();
  const left = tabs.slice(1);
  for (const tab of left) await tab.goto('/office?view=all');
  const next = await makeOrder(ROUBLES_TO_LITECOIN, locale);
  for (const tab of left) {
    await expect(rowOf(tab, next.id)).toBeVisible();
    await expect(liveMark(tab)).toBeVisible();
  }
  expect(streams.length).toBeGreaterThan(0);
});

test('the search keeps every letter while responses are late and out of order, and opens only the requested row', async ({
  openContext,
}) => {
  const [first, second] = [await makeOrder(ROUBLES_TO_LITECOIN, locale), await makeOrder(ROUBLES_TO_LITECOIN, locale)];
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), CASHIER);
  await office.goto('/office?view=all');
  await expect(rowOf(office, first.id)).toBeVisible();
  // The shorter the query, the later its response
  await office.route(/\/api\/office\/v1\/orders\?/, async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    await new Promise((resolve) => setTimeout(resolve, Math.max(100, 1500 - q.length * 150)));
    await route.continue().catch(() => undefined);
  });
  await office.keyboard.press('/');
  // Slower than the debounce: every letter is sent, and responses arrive while the next letter is typed
  await office.keyboard.type(second.id, { delay: 230 });
  await expect(search(office)).toHaveValue(second.id);
  await office.keyboard.press('Enter');
  await expect(headingOf(office, second.id)).toBeVisible();

  await office.keyboard.press('b');
  await office.keyboard.press('/');
  await search(office).fill(first.id);
  await office.keyboard.press('Enter');
  await office.keyboard.press('Enter');
  await expect(headingOf(office, second.id)).toBeHidden();
  await expect(headingOf(office, first.id)).toBeVisible();
  await office.goBack();
  await expect(search(office)).toHaveValue(first.id);
});

test('shortcuts work in the Russian layout, and an idle mouse moves nothing', async ({ openContext }) => {
  for (let count = 0; count < 4; count++) await makeOrder(ROUBLES_TO_LITECOIN, locale);
  const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 800 } }), CASHIER);
  await office.goto('/office?view=all');
  await expect(office.locator('tr[data-order]').nth(3)).toBeVisible();
  const start = await currentRow(office);
  await office.locator('tr[data-order]').nth(3).hover();
  expect(await currentRow(office)).toBe(start);
  // Orders of other tests may appear above it: the row below stays the row below
  const ids = await rowIds(office);
  const below = ids[ids.indexOf(String(start)) + 1];
  await pressRussian(office, 'KeyJ', 'о');
  await expect.poll(() => currentRow(office)).toBe(below);
  await pressRussian(office, 'KeyK', 'л');
  await expect.poll(() => currentRow(office)).toBe(start);
  // The list moves below the mouse
  const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
  await expect(rowOf(office, made.id)).toBeVisible();
  await office.locator('tr[data-order]').nth(2).hover();
  const chosen = await currentRow(office);
  const secondOrder = await makeOrder(ROUBLES_TO_LITECOIN, locale);
  await expect(rowOf(office, secondOrder.id)).toBeVisible();
  expect(await currentRow(office)).toBe(chosen);
  await pressRussian(office, 'Slash', '.');
  await expect(search(office)).toBeFocused();
  await search(office).press('Escape');
  await pressRussian(office, 'Enter', 'Enter');
  await expect(headingOf(office, String(chosen))).toBeVisible();
  await pressRussian(office, 'KeyC', 'с');
  await expect(office.getByText(t('office.order.mine'))).toBeVisible();
  await pressRussian(office, 'KeyB', 'и');
  await expect(office).toHaveURL(/\/office\/?\?view=all$/);
});

test('a row opens wherever it is pressed, and b returns to the same list, row and position', async ({ openContext }) => {
  // Many: where rows above the chosen one are gone, the page still scrolls far enough
  for (let count = 0; count < 12; count++) await makeOrder(ROUBLES_TO_LITECOIN, locale);
  const context = await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 320 } });
  const office = await signIn(context, CASHIER);
  await office.goto('/office?view=all&status=awaiting_payment');
  await expect(office.locator('tr[data-order]').nth(11)).toBeVisible();
  for (let step = 0; step < 10; step++) await office.keyboard.press('j');
  const chosen = String(await currentRow(office));
  await expect.poll(() => office.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  // Position on the screen: orders of other tests add and remove rows above, which scrolls the page but not the row
  const place = async () => (await office.locator(`tr[data-order="${chosen}"] .cell-get`).boundingBox())?.y;
  // The link covers the whole row
  const box = await office.locator(`tr[data-order="${chosen}"] .cell-get`).boundingBox();
  await office.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
  await expect(headingOf(office, chosen)).toBeVisible();
  expect(await office.evaluate(() => window.scrollY)).toBe(0);
  await office.keyboard.press('b');
  await expect(office).toHaveURL(/\?view=all&status=awaiting_payment$/);
  await expect.poll(() => currentRow(office)).toBe(chosen);
  await expect.poll(place).toBe(box?.y);
});

test('on a wide screen orders that wait and orders in work are beside each other, and keys move in both', async ({ page, openContext }) => {
  const waiting = await makeOrder(ROUBLES_TO_LITECOIN, locale);
  await openOrder(page, waiting, locale);
  await page.getByRole('button', { name: t('order.claim_payment'), exact: true }).click();
  await makeOrder(ROUBLES_TO_LITECOIN, locale);
  const office = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1920, height: 900 } }), CASHIER);
  await office.goto('/office');
  const lane = (view: 'needs_person' | 'open') =>
    office.getByRole('table', { name: t(`office.queue.${view === 'open' ? 'view.open' : 'caption'}`), exact: true });
  const rowIn = (view: 'needs_person' | 'open', { id }: { readonly id: string }) => lane(view).locator(`tr[data-order="${id}"]`);
  await expect(rowIn('needs_person', waiting)).toBeVisible();
  const first = lane('open').locator('tr[data-order]').first();
  await expect(first).toBeVisible();
  await expect(rowIn('open', waiting)).toHaveCount(0);
  expect((await first.boundingBox())?.height).toBeLessThanOrEqual(37);
  await office.keyboard.press('ArrowRight');
  await expect(lane('needs_person').locator('tr[data-current]')).toHaveCount(0);
  const chosen = String(await lane('open').locator('tr[data-current]').getAttribute('data-order'));
  await office.keyboard.press('Enter');
  await expect(office).toHaveURL(new RegExp(`/office/orders/${chosen}$`));
});

test('orders of chosen days are downloaded as a file, and figures are shown for any days', async ({ openContext }) => {
  const { id } = await makeOrder(ROUBLES_TO_LITECOIN, locale);
  const office = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
  await office.goto(`/office?view=all&q=${id}`);
  await expect(rowOf(office, id)).toBeVisible();
  const fileOf = async () => {
    const [file] = await Promise.all([
      office.waitForEvent('download'),
      office.getByRole('link', { name: t('office.list.csv'), exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('orders.csv');
    return (await fs.readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  };
  const [head = '', ...rows] = await fileOf();
  expect(head).toContain('order,created_at,status');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(new RegExp(`^${id},`));
  await office.getByLabel(t('office.list.to'), { exact: true }).fill('2020-01-01');
  await expect(rowOf(office, id)).toHaveCount(0);
  expect(await fileOf()).toHaveLength(1);
  // Days without orders can be cleared, and count only where their fields are shown
  await office.goto('/office?view=all&to=2020-01-01');
  await office.getByRole('button', { name: t('office.list.clear'), exact: true }).click();
  await expect(rowOf(office, id)).toBeVisible();
  await office.goto('/office?view=open&to=2020-01-01');
  await expect(office.locator('tr[data-order]').first()).toBeVisible();

  await office.goto('/office/figures');
  await office.getByLabel(t('office.list.from'), { exact: true }).fill('2020-01-02');
  await office.getByLabel(t('office.list.to'), { exact: true }).fill('2020-01-01');
  await expect(office.getByRole('alert')).toHaveText(t('figures.wrong_days'));
  await office.getByLabel(t('office.list.to'), { exact: true }).fill('2020-01-03');
  await expect(office.getByRole('alert')).toHaveCount(0);
  await expect(office).toHaveURL(/period=2020-01-02\.\.2020-01-03/);
  await office.reload();
  await expect(office.getByLabel(t('office.list.to'), { exact: true })).toHaveValue('2020-01-03');
  // Kept promises by day and month; the late orders of a day are a click away
  const promises = office.getByRole('region', { name: t('figures.promises') });
  await office.route('**/api/office/v1/figures/promises?**', async (route) => {
    const attributes = { kept: 9, missed: 1, unknown: 0, kept_percent: '90.0' };
    const data = [{ type: 'figure_promises', id: '2020-01-02..2020-01-03', attributes }];
    await route.fulfill({ contentType: 'application/vnd.api+json', body: JSON.stringify({ data, links: { self: '/x' } }) });
  });
  await promises.getByRole('button', { name: t('figures.by.month'), exact: true }).click();
  await expect(promises.getByRole('row', { name: /90/ })).toContainText('9');
  expect(await promises.getByRole('link', { name: t('office.list.csv') }).getAttribute('href')).toMatch(/promises\.csv\?.*unit=month/);
  expect([await sidewaysOf(office), await violationsOf(office)]).toEqual([0, []]);
  await promises.getByRole('link', { name: '1', exact: true }).click();
  await expect(office).toHaveURL(/figures\/orders\?period=2020-01-02..2020-01-03&set=missed/);
});

test('an unusual posting is previewed, and waits for a notified second operator', async ({ openContext }) => {
  const treasurer = await signIn(await openContext({ locale: browserLocale(locale) }), TREASURER);
  const owner = await signInByForm(await openContext({ locale: browserLocale(locale) }), locale, OWNER);
  await treasurer.goto('/office/reserves');
  await treasurer.getByRole('button', { name: /^MONOBUAH/ }).click();
  await treasurer.getByRole('textbox', { name: t('office.reserves.amount') }).fill('9000000');
  await expect(treasurer.getByRole('status').filter({ hasText: t('office.reserves.second') })).toBeVisible();
  await treasurer.getByLabel(t('office.reserves.reason')).fill('a slip of the finger');
  await treasurer.getByRole('button', { name: t('office.reserves.propose'), exact: true }).click();
  await expect(treasurer.getByText(pattern(t, 'office.reserves.proposed', ['code', 'amount']))).toBeVisible();
  const card = (page: Page) => proposalWith(page, 'a slip of the finger');
  await treasurer.goto('/office/approvals');
  const own = treasurer.getByRole('region', { name: t('office.approvals.own') });
  await openProposal(own.getByRole('rowgroup').filter({ hasText: 'a slip of the finger' }));
  await expect(card(treasurer)).toContainText(t('office.approvals.mine'));
  await expect(card(treasurer).getByRole('button', { name: t('office.approvals.approve') })).toHaveCount(0);
  await expect(owner.getByRole('link', { name: new RegExp(`^${t('office.nav.approvals')}\\s*[1-9]`) })).toBeVisible();
  await owner.goto('/office/approvals');
  await expect(owner.getByRole('region', { name: t('office.approvals.own') })).toHaveCount(0);
  // Keys move to a proposal and to its buttons; one key alone decides nothing
  await expect(card(owner)).toBeVisible();
  await expect(async () => {
    await owner.keyboard.press('j');
    await expect(card(owner).getByRole('button', { name: t('office.approvals.decline') })).toBeVisible({ timeout: 500 });
  }).toPass();
  await owner.keyboard.press('d');
  await expect(card(owner).getByRole('button', { name: t('office.approvals.decline') })).toBeFocused();
  await owner.keyboard.press('a');
  await expect(card(owner).getByRole('button', { name: t('office.approvals.approve') })).toBeFocused();
  await owner.keyboard.press('?');
  await expect(owner.getByRole('dialog')).toContainText(t('office.keys.decline'));
  await owner.keyboard.press('Escape');
  expect([await sidewaysOf(owner), await violationsOf(owner)]).toEqual([0, []]);
  // Both decide within a second: the later operator reads the refusal, and the card stays until then
  const listed = Promise.withResolvers<undefined>();
  await treasurer.route(/\/api\/office\/v1\/approvals\?/, async (route) => {
    await listed.promise;
    await route.continue();
  });
  await card(owner)
    .getByRole('button', { name: t('office.approvals.decline') })
    .click();
  await expect(card(owner)).toHaveCount(0);
  await card(treasurer)
    .getByRole('button', { name: t('office.approvals.take_back') })
    .click();
  const late = card(treasurer).getByRole('alert');
  await expect(late).toHaveText(t('refusals.detail.approval_decided'));
  listed.resolve(undefined);
  await expect(card(treasurer)).toContainText(t('office.gone'));
  await expect(late).toBeVisible();
  await card(treasurer)
    .getByRole('button', { name: t('office.gone_renew') })
    .click();
  await expect(card(treasurer)).toHaveCount(0);
});
