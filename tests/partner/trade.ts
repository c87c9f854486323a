import { randomUUID } from 'node:crypto';
import type { Documentation } from './read-page.ts';
import { runCode } from './read-page.ts';

/** What a partner receives: the shop's address and an API key of their account. */
export interface Access {
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
}

interface Answered {
  readonly status: number;
  readonly bytes: Buffer;
  readonly document: {
    readonly data?: { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> };
    readonly errors?: readonly { readonly code: string }[];
  };
}

/** A partner's program that uses only the documentation page. */
export async function createProgram(docs: Documentation, { baseUrl, key, secret }: Access) {
  const { sign } = await runCode(docs.code('sign'));

  async function ask(
    name: string,
    { id = '', body, headers = {} }: { id?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answered> {
    const { method, path } = docs.address(name);
    const target = path.replace('{id}', id);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const signed = sign?.(secret, method, target, text) as Record<string, string>;
    const answer = await fetch(baseUrl + target, {
      method,
      headers: { 'Partner-Key': key, ...signed, ...(text === undefined ? {} : { 'Content-Type': 'application/vnd.api+json' }), ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return { status: answer.status, bytes, document: isJson ? (JSON.parse(bytes.toString()) as Answered['document']) : {} };
  }

  return {
    ask,
    /** Quote and order by the examples of the page; the order is requested twice, as after a lost response. */
    async order() {
      const quote = await ask('calculateFromIncome', { body: docs.body('calculateFromIncome') });
      const example = docs.body('createOrder').data;
      const body = { data: { ...example, attributes: { ...example.attributes, rate_calculation_id: quote.document.data?.id } } };
      const headers = { 'Idempotency-Key': randomUUID() };
      const [made, again] = [await ask('createOrder', { body, headers }), await ask('createOrder', { body, headers })];
      return { quote, made, again, id: made.document.data?.id ?? '' };
    },
    /** The customer's bank pays, as the page describes for the sandbox. */
    async pay(orderId: string): Promise<number> {
      const [method, target, body] = ['POST', '/sandbox/payments', JSON.stringify({ order_id: orderId, scenario: 'exact' })];
      const headers = { 'Partner-Key': key, ...(sign?.(secret, method, target, body) as object), 'Content-Type': 'application/json' };
      return (await fetch(baseUrl + target, { method, headers, body })).status;
    },
  };
}
