import { type ActionFunctionArgs, type ClientActionFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { TransportReply, TransportRequest } from '#contract/call.ts';
import { OrderAttributes } from '#contract/orders.ts';
import { answerOf } from '#tests/make/answer.ts';
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { repeatAction } from './load-repeat.ts';
import { type NotRepeated, repeatFromPage } from './not-repeated.ts';

const FORM = { id: 'quote.first', outcome_amount: '7000.00', rate: '7000', idempotency_key: 'attempt' };
const FORMER = answerOf('orders', 'a1', OrderAttributes, { income_amount: '1' });

const requestOf = () => new Request('https://razmen.example/order/a1/repeat', { method: 'POST', body: new URLSearchParams(FORM) });

async function repeated(status: number, code: string): Promise<NotRepeated> {
  const send = async ({ method }: TransportRequest): Promise<TransportReply> => {
    const read = { status: 200, body: FORMER };
    const told = method === 'GET' ? read : { status, body: { errors: [{ code, title: code, detail: code }] } };
    return { status: told.status, header: () => null, text: JSON.stringify(told.body) };
  };
  const context = new RouterContextProvider();
  context.set(siteContext, { api: () => ({ locale: 'ru', send }) } as unknown as SiteRequest);
  const answer = await repeatAction({ request: requestOf(), context, params: { id: 'a1' } } as unknown as ActionFunctionArgs);
  return (answer as { data: NotRepeated }).data;
}

const { idempotency_key: attempt, ...open } = FORM;

it.each([
  [500, 'unknown', { attempt, open }],
  [429, 'too_many_requests', { attempt, open }],
  // Nothing was made, and the price of now is another question under the same key
  [422, 'rate_changed', { attempt, open: undefined }],
  [422, 'idempotency_conflict', { attempt: undefined, open: undefined }],
])('after %i %s the page goes on with the attempt that it has', async (status, code, kept) => {
  expect(await repeated(status, code)).toMatchObject(kept);
});

it('a lost connection loses no attempt', async () => {
  const serverAction = () => Promise.reject(new TypeError('no line'));
  const answer = await repeatFromPage({ request: requestOf(), serverAction } as unknown as ClientActionFunctionArgs);
  expect(answer).toEqual({ errors: [], attempt, open });
});
