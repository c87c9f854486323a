import { browserLocale, signIn } from './office-page.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { wordsOf } from './words.ts';

const DOCUMENT = 'application/vnd.api+json';
const PHONE = { width: 360, height: 780 };

for (const locale of localesOf('en')) {
  const t = wordsOf(locale);

  test(`${locale}: a refused field in a folded part of a form is opened and gets the focus`, async ({ openContext }) => {
    const page = await signIn(await openContext({ locale: browserLocale(locale), viewport: PHONE }), OWNER);
    const refusal = { id: '1', status: '422', code: 'invalid_format', title: 'Wrong', detail: 'Begins too early' };
    const body = JSON.stringify({ errors: [{ ...refusal, source: { pointer: '/data/attributes/from' } }] });
    await page.route('**/api/office/v1/switches', async (route) =>
      route.request().method() === 'GET' ? await route.continue() : await route.fulfill({ status: 422, contentType: DOCUMENT, body }),
    );
    await page.goto('/office/switches');
    const from = page.getByLabel(t('switches.from'), { exact: true });
    await page.getByLabel(t('switches.what')).selectOption('payouts');
    await expect(from).toBeHidden();
    await page.getByRole('button', { name: t('switches.off'), exact: true }).click();
    await expect(from).toBeFocused();
    await expect(from).toHaveAccessibleDescription(/Begins too early/);
    expect([await sidewaysOf(page), await violationsOf(page, 'main')]).toEqual([0, []]);
  });

  test(`${locale}: when the last proposal of a later page goes, the page leads back to the others`, async ({ openContext }) => {
    const page = await signIn(await openContext({ locale: browserLocale(locale), viewport: PHONE }), OWNER);
    const approval = {
      kind: 'change_caps',
      subject: 'limits',
      payload: {},
      hash: 'a',
      note: 'more for the weekend',
      state: 'open',
      proposed_by: null,
      is_mine: true,
      may_approve: false,
      is_own_part: false,
      needs: 1,
      voices: [],
      takes_effect_at: null,
      proposed_at: '2026-11-23T12:00:00Z',
      expires_at: '2036-11-23T12:00:00Z',
      promised_at: null,
      decided_by: null,
      decided_at: null,
      decision_note: null,
    };
    await page.route('**/api/office/v1/approvals?**', async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const isOwn = query.get('proposer') === 'me';
      const hasRow = isOwn && query.get('page') === '1';
      await route.fulfill({
        contentType: DOCUMENT,
        body: JSON.stringify({
          data: hasRow ? [{ type: 'approvals', id: 'a1', attributes: approval }] : [],
          meta: { open: 0, total: isOwn ? 21 : 0, page: Number(query.get('page')), per: 20, total_pages: isOwn ? 2 : 0 },
          links: { self: '/x', first: '/x', prev: null, next: hasRow ? '/x?page=2' : null, last: '/x' },
        }),
      });
    });
    await page.goto('/office/approvals');
    const own = page.getByRole('region', { name: t('office.approvals.own') });
    await expect(own.getByText('more for the weekend')).toBeVisible();
    await own.getByRole('button', { name: t('office.page', { page: '2' }), exact: true }).click();
    await expect(own.getByText(t('office.paging.emptied'))).toBeVisible();
    expect([await sidewaysOf(page), await violationsOf(page, 'main')]).toEqual([0, []]);
    await own.getByRole('button', { name: t('office.paging.first'), exact: true }).click();
    await expect(own.getByText('more for the weekend')).toBeVisible();
  });
}
