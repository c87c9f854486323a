import { type ActionFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { TransportReply, TransportRequest } from '#contract/call.ts';
import { OrderAttributes } from '#contract/orders.ts';
import { RateCalculationAttributes } from '#contract/rate-calculations.ts';
import { answerOf } from '#tests/make/answer.ts';
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { createOrderAction } from './create-order.ts';
import type { NotCreated } from './not-created.ts';

const ADDRESS = 'https://razmen.example/exchange/ltc-sberrub';
/** As the page served it; without scripts no attempt is named. */
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
const MADE = { status: 201, body: answerOf('orders', 'a1', OrderAttributes, { access_token: 'key' }) };
/** The market has moved meanwhile. */
const MOVED = { income_amount: '1', outcome_amount: '6900.00', slot_id: null };
const FRESH = { status: 200, body: answerOf('rate_calculations', 'quote.second', RateCalculationAttributes, MOVED) };

type Told = { readonly status: number; readonly body: object };

function site(orders: Told[]) {
  const sent: { key: string | undefined; body: unknown }[] = [];
  const reply = ({ status, body }: Told): TransportReply => ({ status, header: () => null, text: JSON.stringify(body) });
  const send = async (request: TransportRequest): Promise<TransportReply> => {
    if (!request.url.includes('/orders')) return reply(FRESH);
    sent.push({ key: request.headers['idempotency-key'], body: JSON.parse(request.body ?? '') });
    return reply(orders.shift() ?? MADE);
  };
  const context = new RouterContextProvider();
  context.set(siteContext, {
    api: () => ({ locale: 'ru', send }),
    holdOrder: (id: string) => `orders=${id}`,
  } as unknown as SiteRequest);
  const press = async (form: Readonly<Record<string, string>>) => {
    const request = new Request(ADDRESS, { method: 'POST', body: new URLSearchParams(form) });
    return createOrderAction({ request, context, params: {} } as unknown as ActionFunctionArgs);
  };
  return { sent, press };
}

const notCreated = (answer: unknown) => (answer as { data: NotCreated }).data;

it('a form without scripts that is pressed twice is one attempt, and another page or another address is another', async () => {
  const { sent, press } = site([]);
  const answers = [await press(FORM), await press(FORM)].map((answer) => (answer as Response).headers.get('location'));
  expect(answers).toEqual(['/order/a1?new=1', '/order/a1?new=1']);
  await press({ ...FORM, rate_calculation_id: 'quote.other' });
  await press({ ...FORM, email: 'another@example.org' });
  const [first, second, ...others] = sent.map(({ key }) => key);
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(second).toBe(first);
  expect(new Set([first, ...others]).size).toBe(3);
});

it.each([[refusal(500, 'unknown')], [refusal(429, 'too_many_requests')]])(
  'what nobody has answered comes back with its own numbers, and is sent again as it was (%j)',
  async (lost) => {
    const { sent, press } = site([lost]);
    const { again } = notCreated(await press(FORM));
    const calculation = again?.asked.answer.ok === true ? again.asked.answer.calculation : null;
    expect(calculation).toMatchObject({ id: 'quote.first', outcome_amount: '7000.00' });
    await press({ ...FORM, ...again?.attempt?.numbers });
    expect(sent[1]).toEqual(sent[0]);
    expect(again?.attempt?.key).toBe(sent[0]?.key);
  },
);

it('what was refused comes back with the numbers of now, for an attempt of its own', async () => {
  const { press } = site([refusal(422, 'rate_changed')]);
  const { again, isSettled } = notCreated(await press(FORM));
  expect(isSettled).toBe(true);
  expect(again?.attempt).toBeUndefined();
  expect(again?.asked.answer).toMatchObject({ calculation: { id: 'quote.second' } });
});

it('a running page names its attempt itself', async () => {
  const { sent, press } = site([]);
  await press({ ...FORM, idempotency_key: 'its own' });
  expect(sent[0]?.key).toBe('its own');
});
