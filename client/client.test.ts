import { describe, expect, it, vi } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { ERROR_SAMPLE } from '#web/developers/samples.ts';
import { createClient } from './client.ts';
import { PARTNER_CALLS } from './partner-calls.ts';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A shop that gives these answers in this order. */
function shop(
  ...answers: readonly { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }[]
) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: 'https://shop.example/',
    key: 'pk_test_1',
    secret: 'sk_1',
    fetch: async (url, { method, headers, body }) => {
      const answer = answers[sent.length];
      sent.push({ url, method, headers, ...(body === undefined ? {} : { body }) });
      if (answer === undefined) throw new TypeError('no response');
      const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
      return {
        status: answer.status,
        headers: { get: (name) => answer.headers?.[name] ?? null },
        arrayBuffer: async () => new TextEncoder().encode(text).buffer,
      };
    },
  });
  return { client, sent };
}

const refusal = (code: string, status: string, meta = {}) => ({
  errors: [{ id: '1', status, code, title: code, detail: code, source: { header: 'x' }, meta }],
});

it('has a method for every call of partners and for no other', () => {
  const names = ALL_ENDPOINTS.filter(({ scope }) => scope !== undefined).map(({ name }) => name);
  expect([...PARTNER_CALLS.keys()].toSorted()).toEqual(names.toSorted());
  for (const [name, endpoint] of PARTNER_CALLS) expect(endpoint.name).toBe(name);
  expect(Object.keys(createClient({ baseUrl: 'https://shop.example', key: 'k', secret: 's' })).toSorted()).toEqual(names.toSorted());
});

describe('a call of the client', () => {
  it('is retried with the same idempotency key and a new signature, and returns a refusal as a value', async () => {
    vi.useFakeTimers();
    const { client, sent } = shop(
      { status: 503 },
      { status: 429, headers: { 'retry-after': '2' } },
      { status: 409, body: refusal('order_state_conflict', '409') },
    );
    const waiting = client.cancelOrder({ params: { id: 'k3v9x2m7q4k3v9x2m7q4' } });
    let isSettled = false;
    void waiting.finally(() => (isSettled = true));
    // oxlint-disable-next-line no-await-in-loop -- the clock advances step by step
    while (!isSettled) await vi.advanceTimersByTimeAsync(1_000);
    const result = await waiting;
    vi.useRealTimers();
    expect(result).toMatchObject({ ok: false, status: 409, errors: [{ code: 'order_state_conflict' }] });
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(sent.map(({ headers }) => headers['partner-signature'])).size).toBe(3);
    expect(sent[0]?.url).toBe('https://shop.example/api/v1/orders/k3v9x2m7q4k3v9x2m7q4');
  });

  it('returns a refusal in the shape that the page for developers documents', async () => {
    const documented = JSON.parse(ERROR_SAMPLE) as { errors: readonly object[] };
    const { client } = shop({ status: 422, body: documented });
    const refused = await client.cancelOrder({ params: { id: 'k3v9x2m7q4k3v9x2m7q4' } });
    expect(refused).toMatchObject({ ok: false, status: 422, errors: documented.errors });
  });

  it('corrects a wrong clock once', async () => {
    const wrong = { status: 401, body: refusal('timestamp_out_of_range', '401', { server_time: '2030-01-01T00:00:00.000Z' }) };
    const { client, sent } = shop(wrong, wrong);
    expect(await client.getPublicNotice()).toMatchObject({ ok: false, status: 401 });
    const [first = 0, second = 0] = sent.map(({ headers }) => Number(headers['partner-timestamp']) * 1_000);
    expect(Math.abs(first - Date.now())).toBeLessThan(3_600_000);
    expect(Math.abs(second - Date.parse('2030-01-01T00:00:00.000Z'))).toBeLessThan(3_600_000);
    expect(sent).toHaveLength(2);
  });
});
