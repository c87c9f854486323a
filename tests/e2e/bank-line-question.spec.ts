import { browserLocale, signIn } from './office-page.ts';
import { sidewaysOf, violationsOf } from './page-checks.ts';
import { expect, test } from './page-test.ts';
import { localesOf, OWNER } from './product.ts';
import { pattern, wordsOf } from './words.ts';

const DOCUMENT = 'application/vnd.api+json';
const near = { order_id: 'np26qs2anvgsskss88ne', kind: 'near', near_because: 'amount', difference: '-50', asked_amount: '9000' };
const bankLine = { amount: '8950', currency_iso_code: 'RUB', at: '2026-11-23T12:00:00Z', is_day_only: false, reference: 'bank-77' };
const payer = { last_digits: '1234', sender: 'IVAN P', text: 'transfer', payment_system_id: 'SBERRUB', source: 'csv' };
const ends = { ended_by: null, ended_at: null, end_reference: null, note: null, same_number: [] };
const recorded = { recorded_by: null, recorded_at: '2026-11-23T12:01:00Z', state: 'unmatched', order_id: null, split_of: null };
const linesWith = (suggestion: object) => ({
  data: [{ type: 'bank_lines', id: 'a1', attributes: { ...bankLine, ...payer, ...recorded, ...ends, suggestions: [suggestion] } }],
  meta: { unmatched: 1, total: 1, page: 1, per: 50, total_pages: 1 },
  links: { self: '/x', first: '/x', prev: null, next: null, last: '/x' },
});
const REFUSED = { errors: [{ id: '1', status: '409', code: 'order_state_conflict', title: 'Conflict', detail: 'Conflict' }] };

for (const locale of localesOf('en'))
  test(`${locale}: a bank line with another amount needs a confirmation, whose default is no`, async ({ openContext }) => {
    const t = wordsOf(locale);
    const page = await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 360, height: 800 } }), OWNER);
    const sent: string[] = [];
    let now: object = near;
    await page.route('**/api/office/v1/bank_lines**', async (route) => {
      const isRead = route.request().method() === 'GET';
      if (!isRead) {
        sent.push(route.request().postData() ?? '');
        // A colleague has recorded it in the meantime
        now = { ...near, kind: 'recorded', near_because: null };
      }
      await route.fulfill({ status: isRead ? 200 : 409, contentType: DOCUMENT, body: JSON.stringify(isRead ? linesWith(now) : REFUSED) });
    });
    await page.goto('/office/bank-lines');
    const press = async (key: string) =>
      await page
        .getByRole('button', { name: t(`office_by_hand.lines.${key}`), exact: true })
        .first()
        .click();
    await press('match');
    await expect(page.getByRole('button', { name: t('office_by_hand.lines.ask_no'), exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: t('office_by_hand.lines.ask_no'), exact: true })).toBeHidden();
    expect(sent).toEqual([]);
    await press('match');
    // The line is only similar: without a reason nothing is sent
    await press('ask_yes');
    const reason = page.getByRole('textbox', { name: t('office_by_hand.lines.ask_reason') });
    await expect(reason).toBeFocused();
    expect(sent).toEqual([]);
    await reason.fill('50 ₽');
    await press('ask_yes');
    await expect.poll(() => sent).toHaveLength(1);
    // The refusal stays on screen when the line is reloaded
    await expect(page.getByRole('button', { name: t('office_by_hand.lines.same'), exact: true })).toBeVisible();
    await expect(page.getByText('Conflict')).toBeVisible();
    await expect(page.getByRole('button', { name: t('office_by_hand.lines.ask_yes'), exact: true })).toBeHidden();
    expect(sent[0]).toContain(near.order_id);
    expect(JSON.parse(sent[0] ?? '{}')).toMatchObject({ data: { attributes: { kind: 'near', reason: '50 ₽' } } });
    // Split: what remains is said before anything is sent
    await page.getByRole('button', { name: `${t('office_by_hand.lines.split')}…`, exact: true }).click();
    const field = (key: string, index: number) =>
      page.getByRole('textbox', { name: t(`office_by_hand.lines.${key}`, { index: String(index) }) });
    await field('part_order', 1).fill(near.order_id);
    await field('part_amount', 1).fill('8000,50');
    await expect(page.getByText(pattern(t, 'office_by_hand.lines.split_what', ['amount']))).toContainText('949');
    await field('part_order', 2).fill('np26qs2anvgsskss88nf');
    await field('part_amount', 2).fill('950');
    await expect(page.getByText(pattern(t, 'office_by_hand.lines.split_over', ['amount']))).toBeVisible();
    await field('part_amount', 2).fill('949.50');
    await expect(page.getByText(t('office_by_hand.lines.split_all'))).toBeVisible();
    await page.getByRole('textbox', { name: t('office_by_hand.reason') }).fill('two orders, one payment');
    expect([await sidewaysOf(page), await violationsOf(page)]).toEqual([0, []]);
    await page.getByRole('button', { name: t('office_by_hand.lines.split'), exact: true }).click();
    await expect.poll(() => sent).toHaveLength(2);
    expect(JSON.parse(sent[1] ?? '{}')).toMatchObject({
      data: {
        attributes: { parts: [{ order_id: near.order_id, amount: '8000,50' }, { amount: '949.50' }], note: 'two orders, one payment' },
      },
    });
    await expect(page.getByText('Conflict')).toBeVisible();
  });
