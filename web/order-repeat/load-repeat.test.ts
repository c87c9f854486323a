import { type ActionFunctionArgs, type ClientActionFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import type { TransportReply, TransportRequest } from '#contract/call.ts';
import { OrderAttributes } from '#contract/public/order-attributes.ts';
import { makeDocument } from '#tests/make/document.ts';
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { repeatAction } from './load-repeat.ts';
import { type RepeatFailure, repeatInBrowser } from './repeat-failure.ts';

const FORM = { id: 'quote.first', outcome_amount: '7000.00', rate: '7000', idempotency_key: 'attempt' };
const FORMER = makeDocument('orders', 'a1', OrderAttributes, { income_amount: '1' });

const requestOf = () => new Request('https://razmen.example/order/a1/repeat', { method: 'POST', body: new URLSearchParams(FORM) });

async function failureAfter(status: number, code: string): Promise<RepeatFailure> {
  const send = async ({ method }: TransportRequest): Promise<TransportReply> => {
    const formerOrder = { status: 200, body: FORMER };
    const stub = method === 'GET' ? formerOrder : { status, body: { errors: [{ code, title: code, detail: code }] } };
    return { status: stub.status, header: () => null, text: JSON.stringify(stub.body) };
  };
  const context = new RouterContextProvider();
  context.set(siteContext, { api: () => ({ locale: 'ru', send }) } as unknown as SiteRequest);
  const response = await repeatAction({ request: requestOf(), context, params: { id: 'a1' } } as unknown as ActionFunctionArgs);
  return (response as { data: RepeatFailure }).data;
}

const { idempotency_key: idempotencyKey, ...unansweredPrice } = FORM;

it.each([
  [500, 'unknown', { idempotencyKey, unansweredPrice }],
  [429, 'too_many_requests', { idempotencyKey, unansweredPrice }],
  // No order was created; the current price may be sent under the same key
  [422, 'rate_changed', { idempotencyKey, unansweredPrice: undefined }],
  [422, 'idempotency_conflict', { idempotencyKey: undefined, unansweredPrice: undefined }],
])('after %i %s the page keeps the right attempt', async (status, code, expected) => {
  expect(await failureAfter(status, code)).toMatchObject(expected);
});

it('after a lost connection the page keeps the attempt', async () => {
  const serverAction = () => Promise.reject(new TypeError('no connection'));
  const response = await repeatInBrowser({ request: requestOf(), serverAction } as unknown as ClientActionFunctionArgs);
  expect(response).toEqual({ errors: [], idempotencyKey, unansweredPrice });
});
