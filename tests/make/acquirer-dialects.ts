import { createHash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AcquirerPayment, type AcquirerBooks, hmac, toMajor, toMinor, type PaymentPage } from './acquirer-books.ts';

/** A request to the stand-in. */
export interface IncomingCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly document?: unknown;
  /** The payment page of this reference. */
  readonly page?: string;
}

/** An acquirer's protocol, written from its own documentation and not from our adapter. */
export interface AcquirerDialect {
  readonly name: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** Its configuration as a shop writes it, with the stand-in's URL. */
  settings(url: string): Record<string, unknown>;
  answer(call: IncomingCall, books: AcquirerBooks, url: string): Reply | undefined;
  /** A signed callback about a payment: headers and body. */
  callback(payment: AcquirerPayment): { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

const HOW_TOS = ['add-an-acquirer', 'receive-and-pay-payeer-and-volet'].map(
  (name) => new URL(`../../docs/how-to/${name}.md`, import.meta.url),
);

/** The configuration given in the how-to for this acquirer, so that the documented one is tested. */
export function descriptionFromDocs(name: string): Record<string, unknown> {
  const text = HOW_TOS.map((file) => readFileSync(file, 'utf8')).join('\n');
  const blocks = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = '']) => JSON.parse(json) as Record<string, unknown>);
  const found = blocks.find((block) => block['name'] === name);
  if (found === undefined) throw new Error(`the how-to describes no ${name}`);
  return found;
}

export const settingsAt = (settings: Record<string, unknown>, from: RegExp, url: string): Record<string, unknown> => ({
  ...(JSON.parse(JSON.stringify(settings).replaceAll(from, url)) as Record<string, unknown>),
  origins: [url],
});

const KEYS = { form_key: 'the key that signs forms', callback_key: 'the key that signs calls', password: 'the password of its API' };
const STATES = { pending: 'pending', paid: 'paid', declined: 'declined' } as const;
const givenOf = ({ refunds }: AcquirerPayment): bigint => [...refunds.values()].reduce((sum, one) => sum + one.minor, 0n);
const tell = (payment: AcquirerPayment) => ({
  id: payment.id,
  order: payment.reference,
  sum: toMajor(payment.minor),
  cur: payment.currency,
  status: STATES[payment.state],
  returned: toMajor(givenOf(payment)),
});

function openPaymentPage(call: IncomingCall, books: AcquirerBooks): Reply {
  const form = new URLSearchParams(call.body);
  const of = (name: string): string => form.get(name) ?? '';
  const signed = hmac(KEYS.form_key, ['shop', 'order', 'sum', 'cur', 'ok', 'fail'].map(of).join('|'), 'hex');
  if (of('sign') !== signed) return { status: 400 };
  const page: PaymentPage = {
    reference: of('order'),
    minor: toMinor(of('sum')),
    currency: of('cur'),
    successUrl: of('ok'),
    failureUrl: of('fail'),
    callbackUrl: of('notify'),
  };
  books.pages.set(page.reference, page);
  return { status: 200, page: page.reference };
}

/** Forms signed with HMAC, callbacks signed over the body, payments listed by order, refunds by key. */
export const FORM_DIALECT: AcquirerDialect = {
  name: 'localform',
  secrets: KEYS,
  settings: (url) => settingsAt(descriptionFromDocs('localform'), /https:\/\/acquirer\.example/g, url),
  answer(call, books) {
    if (call.method === 'POST' && call.path === '/checkout') return openPaymentPage(call, books);
    const isOurs = call.headers['authorization'] === `Basic ${Buffer.from(`shop-1:${KEYS.password}`).toString('base64')}`;
    if (call.method === 'GET' && call.path === '/payments')
      return isOurs
        ? { status: 200, document: { payments: books.payments.filter(({ reference }) => reference === call.query.get('order')).map(tell) } }
        : { status: 401 };
    if (call.method !== 'POST' || call.path !== '/refunds') return undefined;
    const { payment, sum } = JSON.parse(call.body) as { payment: string; sum: string };
    const given = isOurs ? books.refund(payment, String(call.headers['idempotency-key']), toMinor(sum)) : undefined;
    return given === undefined
      ? { status: 422, document: { status: 'unclear' } }
      : { status: 200, document: { id: given.id, status: 'done' } };
  },
  callback(payment) {
    const body = JSON.stringify(tell(payment));
    return { headers: { 'content-type': 'application/json', 'x-signature': hmac(KEYS.callback_key, body, 'base64') }, body };
  },
};

const PASSWORD = 'a-terminal-password';

function tokenOf(document: Record<string, unknown>): string {
  const entries = Object.entries({ ...document, Password: PASSWORD }).filter(
    ([name, value]) => name !== 'Token' && typeof value !== 'object',
  );
  const text = entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value)
    .join('');
  return createHash('sha256').update(text).digest('hex');
}

const TBANK_STATES = { pending: 'FORM_SHOWED', paid: 'CONFIRMED', declined: 'REJECTED' } as const;

function statusOf(payment: AcquirerPayment): string {
  const given = givenOf(payment);
  if (given === 0n) return TBANK_STATES[payment.state];
  return given === payment.minor ? 'REFUNDED' : 'PARTIAL_REFUNDED';
}

const TBANK_CALLS: Readonly<Record<string, (asked: Record<string, unknown>, books: AcquirerBooks, url: string) => unknown>> = {
  '/v2/Init': (request, books, url) => {
    const reference = String(request['OrderId']);
    const [successUrl, failureUrl, callbackUrl] = [request['SuccessURL'], request['FailURL'], request['NotificationURL']].map(String) as [
      string,
      string,
      string,
    ];
    books.pages.set(reference, { reference, minor: BigInt(Number(request['Amount'])), successUrl, failureUrl, callbackUrl });
    const PaymentId = String(randomInt(1e9, 1e10));
    return {
      Success: true,
      ErrorCode: '0',
      Status: 'NEW',
      PaymentId,
      OrderId: reference,
      PaymentURL: `${url}/pay/${encodeURIComponent(reference)}`,
    };
  },
  '/v2/CheckOrder': (request, books) => {
    const own = books.payments.filter(({ reference }) => reference === request['OrderId']);
    const Payments = own.map((one) => ({ PaymentId: one.id, Amount: Number(one.minor), Status: statusOf(one), Success: true }));
    return { Success: true, ErrorCode: '0', OrderId: request['OrderId'], Payments };
  },
  '/v2/Cancel': (request, books) => {
    const given = books.refund(String(request['PaymentId']), String(request['ExternalRequestId']), BigInt(Number(request['Amount'])));
    const payment = books.payments.find(({ id }) => id === String(request['PaymentId']));
    // With the payment's actual state
    if (given === undefined) return { Success: false, ErrorCode: '4', Status: payment === undefined ? 'REJECTED' : statusOf(payment) };
    return { Success: true, ErrorCode: '0', Status: given.left === 0n ? 'REFUNDED' : 'PARTIAL_REFUNDED', PaymentId: request['PaymentId'] };
  },
};

/** Payment pages made by a call, all calls signed over concatenated values, as documented by T-Bank. */
export const REDIRECT_DIALECT: AcquirerDialect = {
  name: 'tbank',
  secrets: { password: PASSWORD },
  settings: (url) => settingsAt(descriptionFromDocs('tbank'), /https:\/\/securepay\.tinkoff\.ru/g, url),
  answer(came, books, url) {
    if (came.method === 'GET' && came.path.startsWith('/pay/'))
      return { status: 200, page: decodeURIComponent(came.path.slice('/pay/'.length)) };
    const call = came.method === 'POST' ? TBANK_CALLS[came.path] : undefined;
    if (call === undefined) return undefined;
    const request = JSON.parse(came.body) as Record<string, unknown>;
    if (request['Token'] !== tokenOf(request))
      return { status: 200, document: { Success: false, ErrorCode: '204', Message: 'Неверный токен' } };
    return { status: 200, document: call(request, books, url) };
  },
  callback(payment) {
    const payload = {
      TerminalKey: 'YOUR_TERMINAL',
      OrderId: payment.reference,
      Success: true,
      Status: statusOf(payment),
      PaymentId: payment.id,
      Amount: Number(payment.minor),
    };
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...payload, Token: tokenOf(payload) }) };
  },
};
