import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { makeOrder, type Made, pay, type Pair, ROUBLES_TO_LITECOIN, type Scenario } from '#tests/e2e/order.ts';
import { expect, test } from '#tests/e2e/page-test.ts';
import { control, CUSTOMER, OWNER, productUrl } from '#tests/e2e/product.ts';
import { signInByCall } from '#tests/e2e/office-page.ts';
import { OFFICE_SESSION, writeSubjects } from './folder.ts';

const DOLLARS_TO_COIN: Pair = { from: 'ADVCUSD', to: 'BTC', amount: '150' };
const COIN_TO_ROUBLES: Pair = { from: 'LTC', to: 'SBERRUB', amount: '2' };
const ROUBLES_TO_COIN: Pair = { from: 'TCSBRUB', to: 'XRP', amount: '12500' };

/** Messages of customers, and texts of the shop. */
const TALK = [
  'Здравствуйте. Перевёл 9 000 ₽ со Сбербанка двадцать минут назад, но заявка ждёт оплаты.',
  'Номер операции 184-220-77, комиссии банк не взял.',
];

async function send(request: APIRequestContext, path: string, attributes: object): Promise<{ readonly id: string }> {
  const answer = await request.post(path, {
    headers: { 'content-type': 'application/vnd.api+json', 'idempotency-key': randomUUID(), origin: productUrl() },
    data: JSON.stringify(attributes),
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { data: { id: string } }).data;
}

const sessionOf = async (context: BrowserContext): Promise<Readonly<Record<string, string>>> => ({
  origin: productUrl(),
  cookie: (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
});

interface Turn {
  readonly pair: Pair;
  readonly scenario?: Scenario;
  readonly act?: (made: Made) => Promise<void>;
}

/** One order for each outcome. */
const TURNS: readonly Turn[] = [
  { pair: ROUBLES_TO_LITECOIN, scenario: 'exact' },
  { pair: COIN_TO_ROUBLES, scenario: 'exact' },
  { pair: ROUBLES_TO_COIN, scenario: 'over' },
  { pair: ROUBLES_TO_COIN, scenario: 'decline' },
  { pair: DOLLARS_TO_COIN, scenario: 'exact' },
  { pair: ROUBLES_TO_LITECOIN, scenario: 'short' },
  { pair: COIN_TO_ROUBLES },
  { pair: ROUBLES_TO_COIN, act: async ({ id }) => control.endTime(id) },
  { pair: DOLLARS_TO_COIN, act: async ({ id }) => control.alarm(id) },
];

test('sample data of a shop in use', async ({ openContext }) => {
  test.setTimeout(180_000);
  const customer = await openContext({ locale: 'ru-RU' });
  await signInByCall(customer, CUSTOMER);
  const session = await sessionOf(customer);
  for (const { pair, scenario, act } of TURNS) {
    // oxlint-disable-next-line no-await-in-loop -- created one after the other
    const made = await makeOrder(pair, 'ru', CUSTOMER.email, session);
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (scenario !== undefined) await pay(made.id, scenario);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await act?.(made);
  }
  const failed = await makeOrder(ROUBLES_TO_LITECOIN, 'ru', CUSTOMER.email, session);
  await control.sayOfPayouts(failed.id, 'failed');
  await pay(failed.id, 'exact');
  await control.earn(CUSTOMER.email, 1250);
  // oxlint-disable-next-line no-await-in-loop -- sent one after the other
  for (const text of TALK) await send(customer.request, '/api/v1/chat/messages', { text, order_id: failed.id });
  await send(customer.request, '/api/v1/reserve_requests', { payment_system_id: 'BTC', amount: '3', email: CUSTOMER.email });
  const fields = {
    email: 'shop@example.org',
    url: 'https://tea.example.org',
    monthly_turnover: '2 000 000 ₽',
    business_area: 'Чай и посуда',
  };
  const response = await customer.request.post('/api/v1/online_payments/request', { multipart: fields, headers: { origin: productUrl() } });
  expect(response.ok(), await response.text()).toBe(true);

  const office = await openContext({ locale: 'ru-RU' });
  await signInByCall(office, OWNER);
  await office.storageState({ path: OFFICE_SESSION });
  const threads = (await (await office.request.get(`/api/office/v1/chat_threads?list=all`)).json()) as { data: { id: string }[] };
  const people = (await (await office.request.get(`/api/office/v1/customers?q=${CUSTOMER.email}`)).json()) as { data: { id: string }[] };
  writeSubjects({
    'order with trouble': `orders/${failed.id}`,
    'a talk': `chat/${threads.data[0]?.id ?? ''}`,
    'a customer': `customers/${people.data[0]?.id ?? ''}`,
  });
});
