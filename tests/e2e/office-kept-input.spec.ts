import type { Locale } from '#core/locale.ts';
import { orderNumber } from '#core/order/number.ts';
import { browserLocale, type Person, signIn } from './office-page.ts';
import { makeOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { expect, type Page, test } from './page-test.ts';
import { switchedRoute } from './routes.ts';
import { CASHIER, control, OWNER } from './product.ts';
import { wordsOf } from './words.ts';

type OpenContext = Parameters<Parameters<typeof test>[2]>[0]['openContext'];

const seat = async (openContext: OpenContext, locale: Locale, person: Person): Promise<Page> =>
  await signIn(await openContext({ locale: browserLocale(locale), viewport: { width: 1280, height: 800 } }), person);

const press = (part: ReturnType<Page['getByRole']> | Page, name: string) => part.getByRole('button', { name, exact: true }).click();

test('input about an alarm stays when a colleague closes the alarm', async ({ openContext }) => {
  const t = wordsOf('en');
  const { id } = await makeOrder(ROUBLES_TO_LITECOIN, 'en');
  await control.alarm(id);
  const [operator, colleague] = [await seat(openContext, 'en', CASHIER), await seat(openContext, 'en', OWNER)];
  const alarm = (page: Page) => page.getByRole('listitem').filter({ hasText: orderNumber(id) });
  await operator.goto('/office/incidents');
  await colleague.goto('/office/incidents');
  const note = alarm(operator).getByLabel(t('office.incidents.note'));
  await note.fill('The address was mistyped: we called, and');
  await alarm(colleague).getByLabel(t('office.incidents.note')).fill('The customer wrote himself');
  await press(alarm(colleague), t('office.incidents.close'));
  await expect(alarm(colleague)).toHaveCount(0);
  await expect(alarm(operator).getByRole('status')).toHaveText(t('office.gone'));
  await expect(note).toHaveValue('The address was mistyped: we called, and');
  await expect(note).toBeFocused();
  await press(alarm(operator), t('office.incidents.close'));
  await expect(alarm(operator).getByRole('alert')).toBeVisible();
  await expect(note).toHaveValue('The address was mistyped: we called, and');
  await note.fill('');
  await expect(alarm(operator)).toHaveCount(0);
});

test('input about an order stays when the order moves; a note also when its page is left', async ({ openContext, guard }) => {
  guard.allow(/ERR_FAILED/);
  const t = wordsOf('ru');
  const { id } = await makeOrder(ROUBLES_TO_LITECOIN);
  const office = await seat(openContext, 'ru', CASHIER);
  await office.goto(`/office/orders/${id}`);
  const actions = office.getByRole('region', { name: t('office.order.actions') });
  await actions.getByRole('button', { name: new RegExp(`^${t('office.move.call_off')}`) }).click();
  await actions.getByLabel(t('office.order.note_required')).fill('Просил по телефону');
  const history = office.getByRole('region', { name: t('office.order.timeline') });
  const note = history.getByLabel(t('office.history.note'));
  await note.fill('Перезвонить в пять');
  await control.endTime(id);
  await expect(actions.getByRole('status')).toHaveText(t('office.gone'));
  await expect(actions.getByLabel(t('office.order.note_required'))).toHaveValue('Просил по телефону');
  await office.reload();
  await expect(note).toHaveValue('Перезвонить в пять');
  const path = `**/api/office/v1/orders/${id}/notes`;
  const answerNotes = await switchedRoute(office, path);
  answerNotes((route) => route.abort());
  await note.press('Control+Enter');
  await expect(note).toHaveAccessibleDescription(t('office.problem.offline'));
  await expect(note).toHaveValue('Перезвонить в пять');
  answerNotes();
  await note.press('Control+Enter');
  await expect(history.getByRole('listitem').filter({ hasText: 'Перезвонить в пять' })).toHaveCount(1);
  await expect(note).toHaveValue('');
  await office.reload();
  await expect(note).toHaveValue('');
});

test('a move is reported as done only when the screen has its version, so that the next press is accepted', async ({ openContext }) => {
  const t = wordsOf('ru');
  const { id } = await makeOrder(ROUBLES_TO_LITECOIN);
  const office = await seat(openContext, 'ru', CASHIER);
  await office.goto(`/office/orders/${id}`);
  const actions = office.getByRole('region', { name: t('office.order.actions') });
  await actions.getByRole('button', { name: new RegExp(`^${t('office.move.call_off')}`) }).click();
  await actions.getByLabel(t('office.order.note_required')).fill('Просил по телефону');
  const path = `/api/office/v1/orders/${id}`;
  const requested = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  let isMoved = false;
  await office.route(`**${path}`, async (route) => {
    if (isMoved) requested.resolve(undefined);
    if (isMoved) await answered.promise;
    await route.continue();
  });
  // Set before the page has the answer: it asks for the order at once
  await office.route(`**${path}/moves`, async (route) => {
    const response = await route.fetch();
    isMoved = true;
    await route.fulfill({ response });
  });
  await office.keyboard.press('Control+Enter');
  await requested.promise;
  await office.evaluate(async () => await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const message = office.getByText(t('office.order.moved', { status: t('office.status.cancelled') }));
  await expect(message).toHaveCount(0);
  await expect(actions.getByLabel(t('office.order.note_required'))).toBeVisible();
  answered.resolve(undefined);
  await expect(message).toBeVisible();
  await expect(actions.getByLabel(t('office.order.note_required'))).toHaveCount(0);
});

test("an action's form focuses its first field, also a choice, by keyboard only in the Russian layout", async ({ openContext }) => {
  const t = wordsOf('ru');
  const office = await seat(openContext, 'ru', OWNER);
  await office.goto('/office/blacklist');
  await office.getByRole('button', { name: t('customers_desk.list.add'), exact: true }).focus();
  await office.keyboard.press('Enter');
  const form = office.getByRole('region', { name: t('customers_desk.list.add') });
  const kind = form.getByLabel(t('customers_desk.list.kind'));
  await expect(kind).toBeFocused();
  const first = await kind.inputValue();
  await office.keyboard.press('ArrowDown');
  await expect(kind).not.toHaveValue(first);
  await office.keyboard.press('Tab');
  await office.keyboard.insertText('почта@пример.рф');
  await expect(form.getByLabel(t('customers_desk.list.value'))).toHaveValue('почта@пример.рф');
  await office.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
});

test("a merchant's request decided by a colleague shows that decision once and keeps the input", async ({ openContext, request }) => {
  const t = wordsOf('en');
  const url = `merchant-${Date.now()}.example.org`;
  const multipart = { email: `shop@${url}`, url, monthly_turnover: '2 000 000', comment: 'We sell tea' };
  const response = await request.post('/api/v1/online_payments/request', { multipart, headers: { 'site-locale': 'en' } });
  expect(response.status(), await response.text()).toBe(201);
  const [operator, colleague] = [await seat(openContext, 'en', OWNER), await seat(openContext, 'en', OWNER)];
  const card = (page: Page) => page.getByRole('listitem').filter({ hasText: url });
  await colleague.goto('/office/business-requests');
  await press(card(colleague), t('office_business.act.in_review'));
  await press(card(colleague), t('office_business.act.in_review'));
  await expect(card(colleague).getByText(t('office_business.state.in_review'), { exact: true })).toBeVisible();
  await operator.goto('/office/business-requests');
  await press(card(operator), t('office_business.act.declined'));
  const reason = card(operator).getByLabel(t('office_business.reason'));
  await reason.fill('Too little turnover');
  await press(card(colleague), t('office_business.act.approved'));
  await press(card(colleague), t('office_business.act.approved'));
  await expect(card(colleague)).toHaveCount(0);
  // Before this tab has refetched: the refusal informs it
  await press(card(operator), t('office_business.act.declined'));
  await expect(card(operator).getByText(t('office_business.state.approved'), { exact: true })).toBeVisible();
  await expect(card(operator).getByRole('status')).toHaveText(t('office.gone'));
  await expect(card(operator).getByRole('alert')).toHaveCount(0);
  await expect(reason).toHaveValue('Too little turnover');
  await press(card(operator), t('office.cancel'));
  await expect(card(operator)).toHaveCount(0);
});
