import { describe, expect, expectTypeOf, test } from 'vitest';
import { call, type Transport, type TransportRequest, urlOf } from './call.ts';
import { readErrors } from './call-errors.ts';
import { fetchTransport } from './fetch-transport.ts';
import { createOrder, getOrder, getReceipt, listOrders, sendCheque } from './public/orders.ts';
import { calculateFirstSlot } from './public/rate-calculations.ts';

interface Canned {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

function canned({ status = 200, body = {}, headers = {} }: Canned) {
  const sent: TransportRequest[] = [];
  const transport: Transport = {
    locale: 'en',
    send: async (request) => {
      sent.push(request);
      return { status, header: (name) => headers[name] ?? null, text: typeof body === 'string' ? body : JSON.stringify(body) };
    },
  };
  return { sent, transport };
}

const pair = { income_payment_system_id: 'BTC', outcome_payment_system_id: 'SBERRUB' };

describe('the request', () => {
  test('builds a URL from a path with encoded parameters and a query', () => {
    expect(urlOf(getOrder, { params: { id: 'a/b ?' }, query: { include: ['income_wallet', 'income_payment_system'] } })).toBe(
      '/api/v1/orders/a%2Fb%20%3F?include[]=income_wallet&include[]=income_payment_system',
    );
    expect(urlOf(getReceipt, { params: { id: 'x' } })).toBe('/api/v1/orders/x/receipt.pdf');
    expect(urlOf(listOrders, { query: { page: '2' } })).toBe('/api/v1/orders?page=2');
  });

  test('sends attributes as a typed document with the headers of the contract', async () => {
    const { sent, transport } = canned({ body: { data: null } });
    await call(calculateFirstSlot, { body: pair, idempotencyKey: 'k', orderToken: 't' }, transport);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ data: { type: 'rate_calculations', attributes: pair } });
    expect(sent[0]?.headers).toMatchObject({
      'content-type': 'application/vnd.api+json',
      'site-locale': 'en',
      'idempotency-key': 'k',
      'order-token': 't',
    });
  });

  test('sends an upload as a form and leaves its media type to the platform', async () => {
    const { sent, transport } = canned({ status: 404, body: { errors: [] } });
    await call(sendCheque, { params: { id: 'x' }, files: { cheque: 'blob' } }, transport);
    expect(sent[0]?.form).toEqual({ fields: {}, files: { cheque: 'blob' } });
    expect(sent[0]?.headers['content-type']).toBeUndefined();
  });

  test('does not compile with input that the endpoint does not accept', () => {
    const { transport } = canned({});
    // @ts-expect-error the id is missing
    void call(getOrder, {}, transport);
    // @ts-expect-error attributes are missing
    void call(createOrder, { body: { email: '' } }, transport);
    expectTypeOf(
      fetchTransport<FormData, AbortSignal>({ locale: 'ru', fetch: (url, init) => fetch(url, init) }),
    ).toEqualTypeOf<Transport>();
  });
});

describe('the response', () => {
  test('null data is accepted if the endpoint allows it, and unreadable otherwise', async () => {
    const { transport } = canned({ body: { data: null } });
    expect(await call(calculateFirstSlot, { body: pair }, transport)).toMatchObject({ ok: true, data: null });
    expect(await call(getOrder, { params: { id: 'x' } }, transport)).toMatchObject({ ok: false, unreadable: true });
  });

  test('attributes that do not match the schema, and bodies that are no JSON, are unreadable', async () => {
    const wrong = canned({ body: { data: { type: 'orders', id: 'x', attributes: { status: 'strange' } } } });
    expect(await call(getOrder, { params: { id: 'x' } }, wrong.transport)).toMatchObject({ ok: false, unreadable: true });
    const page = canned({ status: 502, body: '<html>' });
    expect(await call(getOrder, { params: { id: 'x' } }, page.transport)).toMatchObject({
      ok: false,
      status: 502,
      errors: [],
      unreadable: true,
    });
  });

  test('an unreadable response gets the message of the transport, as the connection was not lost', async () => {
    const speaking = (answering: ReturnType<typeof canned>) => ({
      ...answering.transport,
      unreadableMessage: () => 'Something went wrong.',
    });
    for (const body of [{ errors: [] }, { errors: [{ status: '422' }] }, '<html>']) {
      const answer = await call(getOrder, { params: { id: 'x' } }, speaking(canned({ status: 422, body })));
      expect(answer).toMatchObject({
        ok: false,
        status: 422,
        unreadable: true,
        errors: [{ message: 'Something went wrong.', field: null }],
      });
    }
    for (const status of [502, 503, 504])
      expect(await call(getOrder, { params: { id: 'x' } }, speaking(canned({ status, body: '<html>' })))).toMatchObject({ errors: [] });
  });

  test('refusals are read together with the time to wait', async () => {
    const { transport } = canned({
      status: 429,
      headers: { 'retry-after': '7' },
      body: { errors: [{ code: 'too_many_requests', title: 'Slow down' }] },
    });
    expect(await call(getOrder, { params: { id: 'x' } }, transport)).toMatchObject({
      ok: false,
      retryAfterSeconds: 7,
      unreadable: false,
      errors: [{ name: 'unknown', code: 'too_many_requests', message: 'Slow down' }],
    });
  });

  test('a call without a response has status 0 and is not reported as unreadable', async () => {
    const transport: Transport = { locale: 'ru', send: () => Promise.reject(new Error('Network Error')) };
    expect(await call(getOrder, { params: { id: 'x' } }, transport)).toMatchObject({ ok: false, status: 0, unreadable: false });
  });
});

describe('errors by spec 8', () => {
  const read = (...errors: unknown[]) => readErrors({ errors });
  test('the name is the parameter, else the last segment of the pointer, else unknown', () => {
    expect(read({ code: 'a', detail: 'd', source: { parameter: 'page', pointer: '/data/attributes/x' } }).errors[0]?.name).toBe('page');
    expect(read({ detail: 'd', source: { pointer: '/data/attributes/outcome_requisites/card_number' } }).errors[0]).toMatchObject({
      name: 'card_number',
      type: 'unknown',
      field: 'outcome_requisites/card_number',
    });
    expect(read({ title: 't' }).errors[0]).toMatchObject({ name: 'unknown', message: 't', field: null });
  });
  test('the message is the detail, else the title; an item without either is dropped and the result is incomplete', () => {
    expect(read({ detail: 'd', title: 't' }).errors[0]?.message).toBe('d');
    expect(read({ code: 'x' }, { title: 't' })).toMatchObject({ errors: [{ message: 't' }], isIncomplete: true });
    expect(readErrors(undefined)).toEqual({ errors: [], isIncomplete: true });
    expect(read('text', null, 1)).toEqual({ errors: [], isIncomplete: true });
  });
});
