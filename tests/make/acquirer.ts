import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Acquirer, AcquirerSettings } from '#server/adapters/rails/acquirer/settings.ts';
import { type AcquirerPayment, type AcquirerBooks, createBooks, type PaymentPage } from './acquirer-books.ts';
import type { IncomingCall, AcquirerDialect, Reply } from './acquirer-dialects.ts';

/**
 * A stand-in acquirer on another origin: takes a form or makes a page, lets the customer pay or fail there, sends a callback
 * and redirects back.
 */
export interface AcquirerStandIn {
  readonly url: string;
  readonly books: AcquirerBooks;
  readonly acquirer: Acquirer;
  /** Requests received, by path. */
  readonly calls: IncomingCall[];
  /** Whether it answers; `late`: executes requests without answering. */
  mood: 'well' | 'away' | 'late';
  /** Whether it sends callbacks about payments. */
  callsBack: boolean;
  /** Sends a signed callback about a payment, to the page's URL or another one. */
  callback(payment: AcquirerPayment, url?: string): Promise<Response>;
  close(): Promise<void>;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);

const pageOf = ({ reference }: PaymentPage): string =>
  `<!doctype html><meta charset="utf-8"><title>Acquirer</title><h1>Acquirer ${escaped(reference)}</h1>
   <form method="post" action="/done"><input type="hidden" name="reference" value="${escaped(reference)}">
   <button name="how" value="paid">Pay</button><button name="how" value="declined">Decline</button>
   <button name="how" value="pending">Wait</button></form>`;

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The customer acts on the page: the payment is booked, the callback sent, the customer redirected. */
async function finishPayment(standIn: AcquirerStandIn, body: string): Promise<{ location: string } | undefined> {
  const form = new URLSearchParams(body);
  const page = standIn.books.pages.get(form.get('reference') ?? '');
  if (page === undefined) return undefined;
  const how = form.get('how');
  const state = how === 'paid' || how === 'pending' ? how : 'declined';
  const { reference, minor, currency = 'RUB' } = page;
  const payment = standIn.books.add({ reference, minor, currency, state });
  if (standIn.callsBack && state !== 'pending') await standIn.callback(payment);
  return { location: state === 'declined' ? page.failureUrl : page.successUrl };
}

function send(response: http.ServerResponse, books: AcquirerBooks, gone: Reply | undefined): void {
  const page = gone?.page === undefined ? undefined : books.pages.get(gone.page);
  if (gone === undefined || (gone.page !== undefined && page === undefined)) return void response.writeHead(404).end();
  const [type, text] =
    page === undefined ? ['application/json', JSON.stringify(gone.document ?? {})] : ['text/html; charset=utf-8', pageOf(page)];
  response.writeHead(gone.status, { 'content-type': type }).end(text);
}

/** Starts on a free loopback port. */
export async function createAcquirer(dialect: AcquirerDialect): Promise<AcquirerStandIn> {
  const books = createBooks();
  const calls: IncomingCall[] = [];
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', standIn.url);
    const body = await bodyOf(request);
    const came: IncomingCall = { method: request.method ?? 'GET', path: pathname, query: searchParams, headers: request.headers, body };
    calls.push(came);
    if (standIn.mood === 'away') return void response.destroy();
    if (came.method === 'POST' && pathname === '/done') {
      const done = await finishPayment(standIn, body);
      return void (done === undefined ? response.writeHead(404).end() : response.writeHead(303, done).end());
    }
    const gone = dialect.answer(came, books, standIn.url);
    return standIn.mood === 'late' ? void response.destroy() : send(response, books, gone);
  };
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: AcquirerStandIn = {
    url,
    books,
    calls,
    mood: 'well',
    callsBack: true,
    acquirer: { settings: AcquirerSettings.parse(dialect.settings(url)), secrets: dialect.secrets },
    callback: async (payment, to) => {
      const callbackUrl = to ?? books.pages.get(payment.reference)?.callbackUrl ?? '';
      return await fetch(callbackUrl, { method: 'POST', ...dialect.callback(payment) });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}
