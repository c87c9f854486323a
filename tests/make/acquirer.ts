import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Deposit, Rail } from '#server/adapters/rails/port.ts';

/** A second provider, of another origin: it takes a form, lets the customer pay on its own page, and sends him back. */
export interface Acquirer {
  readonly url: string;
  readonly rail: Rail;
  close(): void;
}

interface Checkout {
  readonly amount: bigint;
  readonly code: string;
  readonly successUrl: string;
  isPaid: boolean;
}

async function formOf(request: http.IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

const pageOf = (orderId: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Acquirer</title><h1>Acquirer ${orderId}</h1>
   <form method="post" action="/pay"><input type="hidden" name="order_id" value="${orderId}"><button>Pay</button></form>`;

const WITHOUT_BOOKS = { statement: async () => ({ outcome: 'unavailable' as const, reason: 'tells no books' }) };

function railOf(url: () => string, checkouts: Map<string, Checkout>): Rail {
  return {
    name: 'acquirer',
    capabilities: { receives: true, paysOut: false, transactionUrl: () => null },
    async receive({ orderId, amount, paymentSystem, successUrl }) {
      if (!checkouts.has(orderId)) checkouts.set(orderId, { amount, code: paymentSystem.code, successUrl, isPaid: false });
      const nothing = { fields: [], memo: null, qrPayload: null };
      const formFields = { order_id: orderId, signature: 'as the acquirer wants it' };
      return {
        outcome: 'offered',
        offer: { kind: 'form', amount, ...nothing, url: `${url()}/checkout`, method: 'POST', formFields, reference: orderId },
      };
    },
    payOut: async () => ({ outcome: 'failed', reason: 'takes payments only' }),
    askPayout: async () => ({ outcome: 'not_found' }),
    ...WITHOUT_BOOKS,
    async poll(events) {
      for (const [orderId, { amount, code, isPaid }] of checkouts) {
        if (!isPaid) continue;
        const deposit: Deposit = {
          rail: 'acquirer',
          externalId: `pay-${orderId}`,
          reference: orderId,
          paymentSystemCode: code,
          amount,
          state: 'final',
          confirmations: 0,
          requiredConfirmations: 0,
          txHash: null,
          firstSeenAt: Date.now(),
        };
        await events.deposit(deposit);
      }
    },
  };
}

/** Starts it on a free port of the loopback interface. */
export async function createAcquirer(): Promise<Acquirer> {
  const checkouts = new Map<string, Checkout>();
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const orderId = (await formOf(request)).get('order_id') ?? '';
    const checkout = checkouts.get(orderId);
    if (request.method !== 'POST' || checkout === undefined) {
      response.writeHead(404).end();
    } else if (request.url === '/checkout') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(orderId));
    } else {
      checkout.isPaid = true;
      response.writeHead(303, { location: checkout.successUrl }).end();
    }
  };
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, rail: railOf(() => url, checkouts), close: () => server.close() };
}
