import { browserLocale, signIn } from './office-page.ts';
import { expect, test } from './page-test.ts';
import { holdRequests } from './routes.ts';
import { OWNER } from './product.ts';
import { wordsOf } from './words.ts';

test.describe('the pool of requisites, ru', () => {
  const locale = 'ru';
  const t = wordsOf(locale);
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the empty state appears only once it is known, and a search without results shows its own', async ({ openContext }) => {
    const page = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    const empty = page.getByText(t('office_by_hand.pool.none')).or(page.getByText(t('office_by_hand.pool.no_systems')));
    const answer = await holdRequests(page, '**/api/office/v1/pool_systems');
    const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/office/v1/pool_requisites');
    await page.goto('/office/requisites');
    const requisites = ((await (await listed).json()) as { data: readonly unknown[] }).data.length;
    await expect(page.getByRole('status', { name: t('office.loading') })).toBeVisible();
    await expect(empty).toHaveCount(0);
    answer();
    await expect(page.getByRole('status', { name: t('office.loading') })).toHaveCount(0);
    await expect(empty).toHaveCount(requisites === 0 ? 1 : 0);
    await page.getByRole('searchbox', { name: t('office_by_hand.pool.search') }).fill('nobody has this');
    await expect(page.getByText(t('office.list.nothing_found'))).toBeVisible();
    await expect(empty).toHaveCount(0);
  });

  test('an unreadable limit is marked at its field, kept and not sent; spaces are part of a number', async ({ openContext }) => {
    const page = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    const sent: unknown[] = [];
    await page.route('**/api/office/v1/pool_requisites', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue();
      sent.push(route.request().postDataJSON());
      const data = { type: 'pool_requisites', id: 'any', attributes: { added: 1, proposed: 0 } };
      await route.fulfill({ status: 201, contentType: 'application/vnd.api+json', json: { data } });
    });
    await page.goto('/office/requisites');
    await page.getByRole('button', { name: t('office_by_hand.pool.add'), exact: true }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(t('office_by_hand.pool.lines'), { exact: true }).fill('4000000001; Ivan P.; Bank');
    const field = (name: string) => form.getByLabel(t(`office_by_hand.pool.rules.${name}`), { exact: true });
    const inputs = [
      ['daily_count', 'ten', 'count'],
      ['monthly_count', '-3', 'count'],
      ['rest_minutes', '1,5', 'minutes'],
    ] as const;
    for (const [name, text] of inputs) await field(name).fill(text);
    const add = form.getByRole('button', {
      name: new RegExp(`^(${t('office_by_hand.pool.add_now')}|${t('office_by_hand.pool.propose')})$`),
    });
    await add.click();
    for (const [name, text, wrong] of inputs) {
      await expect(field(name)).toHaveAccessibleDescription(t(`office_by_hand.pool.wrong.${wrong}`));
      await expect(field(name)).toHaveValue(text);
    }
    expect(sent).toEqual([]);
    for (const [name] of inputs) await field(name).fill('1 000');
    await add.click();
    await expect(page.getByText(t('office_by_hand.pool.added', { count: 1 }))).toBeVisible();
    expect(sent).toMatchObject([{ data: { attributes: { rules: { daily_count: 1000, monthly_count: 1000, rest_minutes: 1000 } } } }]);
  });

  test('unfreezing a requisite does not offer it to new orders', async ({ openContext }) => {
    const page = await signIn(await openContext({ locale: browserLocale(locale) }), OWNER);
    const attributes = {
      sharing: 'single',
      min_amount: null,
      max_amount: null,
      daily_amount: null,
      daily_count: null,
      monthly_amount: null,
      monthly_count: null,
      works_from: null,
      works_until: null,
      rest_minutes: 0,
      payment_system_id: 'SBERRUB',
      currency_iso_code: 'RUB',
      requisites_masked: { account: '4•••01' },
      owner_name: 'Ivan P.',
      bank: 'Bank',
      note: '',
      state: 'frozen',
      shown: 'frozen',
      until: null,
      frozen_reason: 'blocked',
      order_ids: ['A1'],
      held_amount: '9000',
      today_amount: '27000',
      today_count: 3,
      month_amount: '27000',
      month_count: 3,
      last_given_at: null,
      version: 1,
    };
    await page.route('**/api/office/v1/pool_requisites', async (route) => {
      const data = [{ type: 'pool_requisites', id: 'any', attributes }];
      await route.fulfill({ contentType: 'application/vnd.api+json', json: { data } });
    });
    await page.goto('/office/requisites');
    const opener = page.getByRole('button', { name: '4•••01' });
    await expect(page.getByRole('row').filter({ has: opener })).toContainText(t('office_by_hand.pool.orders', { count: 3 }));
    await opener.click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: t('office_by_hand.pool.release_of', { order: 'A1' }) }).click();
    await expect(drawer.getByText(t('office_by_hand.pool.release_hint_frozen', { order: 'A1' }))).toBeVisible();
    await expect(drawer.getByText(t('office_by_hand.pool.release_hint', { order: 'A1' }))).toHaveCount(0);
  });
});
