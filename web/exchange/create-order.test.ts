import { type ActionFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { TransportReply, TransportRequest } from '#contract/call.ts';
import { OrderAttributes } from '#contract/public/order-attributes.ts';
import { RateCalculationAttributes } from '#contract/public/rate-calculations.ts';
import { makeDocument } from '#tests/make/document.ts';
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { createOrderAction } from './create-order.ts';
import type { OrderFailure } from './order-failure.ts';

const ADDRESS = 'https://razmen.example/exchange/ltc-sberrub';
/** As the page served it; without scripts there is no idempotency key. */
const FORM = {
  payment_system_from_id: 'LTC',
  payment_system_to_id: 'SBERRUB',
  side: 'income',
  amount: '1',
  income_amount: '1',
  outcome_amount: '7000.00',
  quoted_income_amount: '1',
  quoted_outcome_amount: '7000.00',
  rate_calculation_id: 'quote.first',
  slot_id: '',
  email: 'guest@example.org',
  accept_terms: 'on',
  'outcome_requisites/card_number': '2202200000000000',
};

const refusal = (status: number, code: string) => ({ status, body: { errors: [{ code, title: code, detail: code }] } });
const CREATED = { status: 201, body: makeDocument('orders', 'a1', OrderAttributes, { access_token: 'key' }) };
/** Another rate since the page was served. */
const NEW_ATTRIBUTES = { income_amount: '1', outcome_amount: '6900.00', slot_id: null };
const NEW_QUOTE = { status: 200, body: makeDocument('rate_calculations', 'quote.second', RateCalculationAttributes, NEW_ATTRIBUTES) };

type StubResponse = { readonly status: number; readonly body: object };

function createSite(orders: StubResponse[]) {
  const sent: { key: string | undefined; body: unknown }[] = [];
  const reply = ({ status, body }: StubResponse): TransportReply => ({ status, header: () => null, text: JSON.stringify(body) });
  const send = async (request: TransportRequest): Promise<TransportReply> => {
    if (!request.url.includes('/orders')) return reply(NEW_QUOTE);
    sent.push({ key: request.headers['idempotency-key'], body: JSON.parse(request.body ?? '') });
    return reply(orders.shift() ?? CREATED);
  };
  const context = new RouterContextProvider();
  context.set(siteContext, {
    api: () => ({ locale: 'ru', send }),
    publicUrl: 'https://shop.example',
    orderCookie: (id: string) => `orders=${id}`,
  } as unknown as SiteRequest);
  const press = async (form: Readonly<Record<string, string>>) => {
    const request = new Request(ADDRESS, { method: 'POST', body: new URLSearchParams(form) });
    return createOrderAction({ request, context, params: {} } as unknown as ActionFunctionArgs);
  };
  return { sent, press };
}

const failureOf = (response: unknown) => (response as { data: OrderFailure }).data;

it('a form without scripts sent twice has one idempotency key; another quote or e-mail has another', async () => {
  const { sent, press } = createSite([]);
  const locations = [await press(FORM), await press(FORM)].map((response) => (response as Response).headers.get('location'));
  expect(locations).toEqual(['/order/a1?new=1', '/order/a1?new=1']);
  await press({ ...FORM, rate_calculation_id: 'quote.other' });
  await press({ ...FORM, email: 'another@example.org' });
  const [first, second, ...others] = sent.map(({ key }) => key);
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(second).toBe(first);
  expect(new Set([first, ...others]).size).toBe(3);
});

it.each([[refusal(500, 'unknown')], [refusal(429, 'too_many_requests')]])(
  'an unanswered form is returned with its own quote and sent again unchanged (%j)',
  async (failedResponse) => {
    const { sent, press } = createSite([failedResponse]);
    const { returnedForm } = failureOf(await press(FORM));
    const calculation = returnedForm?.quoteResult.response.ok === true ? returnedForm.quoteResult.response.calculation : null;
    expect(calculation).toMatchObject({ id: 'quote.first', outcome_amount: '7000.00' });
    await press({ ...FORM, ...returnedForm?.unanswered?.quoteFields });
    expect(sent[1]).toEqual(sent[0]);
    expect(returnedForm?.unanswered?.idempotencyKey).toBe(sent[0]?.key);
  },
);

it('a refused form is returned with a new quote and a new key', async () => {
  const { press } = createSite([refusal(422, 'rate_changed')]);
  const { returnedForm, isSettled } = failureOf(await press(FORM));
  expect(isSettled).toBe(true);
  expect(returnedForm?.unanswered).toBeUndefined();
  expect(returnedForm?.quoteResult.response).toMatchObject({ calculation: { id: 'quote.second' } });
});

it('the browser gets access to the order, and remembers it as the one to continue', async () => {
  const { press } = createSite([]);
  const { headers } = (await press({ ...FORM, idempotency_key: 'its own' })) as Response;
  expect(headers.getSetCookie()).toEqual(['orders=a1', 'open_order=a1; Path=/; Max-Age=259200; SameSite=Lax; Secure']);
});

it('a page with scripts sends its own idempotency key', async () => {
  const { sent, press } = createSite([]);
  await press({ ...FORM, idempotency_key: 'its own' });
  expect(sent[0]?.key).toBe('its own');
});
