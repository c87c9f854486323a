import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Acquirer, AcquirerSettings } from '#server/adapters/rails/acquirer/settings.ts';
import { type BookedPayment, type Books, openBooks, type Page } from './acquirer-books.ts';
import type { Came, Dialect, Gone } from './acquirer-dialects.ts';

/** An acquirer of another origin: takes a form or makes a page, lets the customer pay or fail there, calls back, sends him back. */
export interface StandIn {
  readonly url: string;
  readonly books: Books;
  readonly acquirer: Acquirer;
  /** Calls that came, by path. */
  readonly calls: Came[];
  /** Whether it answers at all; `late`: does what it is asked and says nothing of it. */
  mood: 'well' | 'away' | 'late';
  /** Whether it calls us by itself about what people do on its pages. */
  callsBack: boolean;
  /** A signed call about a payment, to where the page says or to another address. */
  callback(payment: BookedPayment, url?: string): Promise<Response>;
  close(): Promise<void>;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);

const pageOf = ({ reference }: Page): string =>
  `<!doctype html><meta charset="utf-8"><title>Acquirer</title><h1>Acquirer ${escaped(reference)}</h1>
   <form method="post" action="/done"><input type="hidden" name="reference" value="${escaped(reference)}">
   <button name="how" value="paid">Pay</button><button name="how" value="declined">Decline</button>
   <button name="how" value="pending">Wait</button></form>`;

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** What a customer does on its page: the payment is booked, we are told, he is sent back. */
async function finish(standIn: StandIn, body: string): Promise<{ location: string } | undefined> {
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

function send(response: http.ServerResponse, books: Books, gone: Gone | undefined): void {
  const page = gone?.page === undefined ? undefined : books.pages.get(gone.page);
  if (gone === undefined || (gone.page !== undefined && page === undefined)) return void response.writeHead(404).end();
  const [type, text] =
    page === undefined ? ['application/json', JSON.stringify(gone.document ?? {})] : ['text/html; charset=utf-8', pageOf(page)];
  response.writeHead(gone.status, { 'content-type': type }).end(text);
}

/** Starts it on a free port of the loopback interface. */
export async function createAcquirer(dialect: Dialect): Promise<StandIn> {
  const books = openBooks();
  const calls: Came[] = [];
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', standIn.url);
    const body = await bodyOf(request);
    const came: Came = { method: request.method ?? 'GET', path: pathname, query: searchParams, headers: request.headers, body };
    calls.push(came);
    if (standIn.mood === 'away') return void response.destroy();
    if (came.method === 'POST' && pathname === '/done') {
      const done = await finish(standIn, body);
      return void (done === undefined ? response.writeHead(404).end() : response.writeHead(303, done).end());
    }
    const gone = dialect.answer(came, books, standIn.url);
    return standIn.mood === 'late' ? void response.destroy() : send(response, books, gone);
  };
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: StandIn = {
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
