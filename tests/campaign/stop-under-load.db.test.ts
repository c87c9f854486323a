import http from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '#tests/make/call-api.ts';
import { fillForm, type GuestOrder, readOrder, type OrderInput } from '#tests/make/customer.ts';
import { follow } from '#tests/make/event-stream.ts';
import { createProduct, type Product, until } from '#tests/make/product.ts';

const WISH: OrderInput = { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' };
const CLIENTS = 12;

let product: Product;
beforeAll(async () => {
  product = await createProduct();
});
afterAll(async () => {
  await product.close();
});

interface RawResponse {
  readonly status: number;
  readonly isLast: boolean;
  readonly text: string;
}

/** One call over a client's own persistent connection. */
function sendRequest(agent: http.Agent, url: string, form?: unknown): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const headers = { 'site-locale': 'en', ...(form === undefined ? {} : { 'content-type': 'application/vnd.api+json' }) };
    const request = http.request(url, { agent, method: form === undefined ? 'GET' : 'POST', headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, isLast: reply.headers.connection === 'close', text }));
      reply.on('error', reject);
    });
    request.on('error', reject).end(form === undefined ? undefined : JSON.stringify({ data: { type: 'orders', attributes: form } }));
  });
}

/** Sends requests on one connection until a response closes it; only a refused new connection is no failure. */
async function client(url: string, quotes: Api, made: GuestOrder[]): Promise<readonly string[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let i = 0; ; i++) {
      const isOrder = i % 5 === 0;
      const responseResult = await (isOrder
        ? sendRequest(agent, `${url}/api/v1/orders`, await fillForm(quotes, WISH))
        : sendRequest(agent, `${url}/api/v1/payment_systems`));
      if (responseResult.status >= 400) return [`${responseResult.status} ${responseResult.text}`];
      if (isOrder) {
        const { id, attributes } = (JSON.parse(responseResult.text) as { data: { id: string; attributes: Record<string, string> } }).data;
        made.push({ id, token: attributes['access_token'] ?? '', incomeAmount: '', outcomeAmount: '' });
      }
      if (responseResult.isLast) return [];
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return [code ?? message];
  } finally {
    agent.destroy();
  }
}

it('SIGTERM under load: every sent request is answered, no connection is reset, every acknowledged order is kept (R55)', async () => {
  const [leaving, staying] = await Promise.all([product.start(), product.start()]);
  const made: GuestOrder[] = [];
  const clients = Array.from({ length: CLIENTS }, () => client(leaving.url, staying.api, made));
  await until(() => expect(made.length).toBeGreaterThan(CLIENTS / 2));
  const page = await follow(leaving.url, made[0] as GuestOrder);
  const startedAtMs = performance.now();
  expect(await leaving.stop()).toBe(0);
  expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  expect((await Promise.all(clients)).flat()).toEqual([]);
  expect(page.isEnded()).toBe(true);
  expect(made.length).toBeGreaterThan(CLIENTS / 2);
  for (const own of made) expect(await readOrder(staying.api, own)).toHaveProperty('status');
  expect(product.findings()).toEqual([]);
});
