import { createHash } from 'node:crypto';
import { type AcquirerBooks, type AcquirerPayment, toMajor, toMinor } from './acquirer-books.ts';
import { descriptionFromDocs, type IncomingCall, type Reply, settingsAt } from './acquirer-dialects.ts';
import { createWalletBooks, type WalletBooks } from './wallet-books.ts';
import type { WalletDialect } from './wallet-world.ts';

const SHOP_KEY = 'the secret key of the shop';
const API_PASS = 'the key of the API user';

/** Payeer's signature: SHA-256 of the values joined by colons, in capital hexadecimal digits. */
const signOf = (values: readonly string[]): string => createHash('sha256').update(values.join(':')).digest('hex').toUpperCase();

type Form = (name: string) => string;

/** `https://payeer.com/merchant/`: refused unless the form is signed as documented and its amount has two decimals. */
function openMerchantPage(form: Form, books: AcquirerBooks): Reply {
  const signed = signOf([...['m_shop', 'm_orderid', 'm_amount', 'm_curr', 'm_desc'].map(form), SHOP_KEY]);
  if (form('m_sign') !== signed || !/^\d+\.\d\d$/.test(form('m_amount'))) return { status: 400 };
  const urls = { successUrl: 'https://exchange.example/', failureUrl: 'https://exchange.example/', callbackUrl: '' };
  books.pages.set(form('m_orderid'), {
    reference: form('m_orderid'),
    minor: toMinor(form('m_amount')),
    currency: form('m_curr'),
    ...urls,
  });
  return { status: 200, page: form('m_orderid') };
}

/** `paymentDetails`: an invoice that was not paid has no payment date and no transaction. */
function paymentOf(payment: AcquirerPayment) {
  const isPaid = payment.state === 'paid';
  const paid = isPaid ? { processed: '2026-01-20 14:05:48', profitTransactionId: payment.id, merchantTransactionId: `1${payment.id}` } : {};
  return {
    amount: Number(toMajor(payment.minor)),
    currency: payment.currency,
    description: 'Exchange',
    referenceId: payment.reference,
    created: '2026-01-20 14:05:30',
    processed: null,
    profitAmount: isPaid ? Number(toMajor(payment.minor)) : null,
    ...paid,
  };
}

const STATUSES = { done: 'success', under_way: 'processing', refused: 'canceled' } as const;

/** `payoutDetails`: transfers by their id; an empty object when there is none. */
function detailsOf(wallet: WalletBooks, reference: string) {
  const listed = wallet.transfers.filter((one) => one.reference === reference && !one.isHidden);
  return Object.fromEntries(
    listed.map(({ id, to, currency, minor, state }) => {
      const amounts = { debitedAmount: toMajor(minor), creditedAmount: toMajor(minor), payeerFee: '0', gateFee: '0' };
      const currencies = { debitedCurrency: currency, creditedCurrency: currency };
      return [
        id,
        { id, type: 'transfer', status: STATUSES[state], from: 'P1000000', to, ...amounts, ...currencies, referenceId: reference },
      ];
    }),
  );
}

function transferTo(form: Form, wallet: WalletBooks) {
  const refusal = wallet.refusal ?? ((wallet.balances.get(form('curIn')) ?? 0n) < toMinor(form('sumOut')) ? 'balanceError' : null);
  if (refusal !== null) return { errors: [refusal], success: false };
  if (form('curIn') !== form('curOut')) return { errors: ['convertForbidden'], success: false };
  const order = { reference: form('referenceId'), to: form('to'), currency: form('curOut'), minor: toMinor(form('sumOut')) };
  return { errors: false, success: true, historyId: Number(wallet.transfer(order).id) };
}

function callApi(form: Form, books: AcquirerBooks, wallet: WalletBooks): unknown {
  if (form('account') !== 'YOUR_ACCOUNT' || form('apiId') !== 'YOUR_API_ID' || form('apiPass') !== API_PASS)
    return { auth_error: '1', errors: ['Auth error: account or apiId or apiPass is incorrect or api-user was blocked'] };
  const ok = { auth_error: '0', errors: [] };
  const balances = [...wallet.balances].map(([currency, minor]) => {
    const total = Number(toMajor(minor));
    return [currency, { currency, total, available: total, hold: 0 }];
  });
  const actions: Readonly<Record<string, () => object>> = {
    getBalance: () => ({ balance: Object.fromEntries(balances) }),
    paymentDetails: () => ({
      success: true,
      items: books.payments
        .filter(({ reference }) => form('merchantId') === 'YOUR_SHOP' && reference === form('referenceId'))
        .map(paymentOf),
    }),
    payoutDetails: () => ({ params: {}, history: detailsOf(wallet, form('referenceId')) }),
    transfer: () => transferTo(form, wallet),
  };
  return { ...ok, ...actions[form('action')]?.() };
}

const fieldsOf = (call: IncomingCall): Form => {
  const form = new URLSearchParams(call.body);
  return (name) => form.get(name) ?? '';
};

/** Fields of Payeer's call to the status URL. */
export function payeerCallback(payment: AcquirerPayment, changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  const fields = {
    m_operation_id: `1${payment.id}`,
    m_operation_ps: '2609',
    m_operation_date: '20.01.2026 14:05:30',
    m_operation_pay_date: '20.01.2026 14:05:48',
    m_shop: 'YOUR_SHOP',
    m_orderid: payment.reference,
    m_amount: toMajor(payment.minor),
    m_curr: payment.currency,
    m_desc: 'RXhjaGFuZ2U=',
    m_status: payment.state === 'paid' ? 'success' : 'fail',
    ...changes,
  };
  return { ...fields, m_sign: signOf([...Object.values(fields), SHOP_KEY]) };
}

/** Payeer as its documentation describes it: merchant form, call to the status URL, API. */
export function createPayeer(): WalletDialect {
  const wallet = createWalletBooks({ USD: 10_000_00n, RUB: 10_000_00n });
  return {
    name: 'payeer',
    secrets: { shop_key: SHOP_KEY, api_pass: API_PASS },
    wallet,
    account: 'P1000441',
    settings: (url) => settingsAt(descriptionFromDocs('payeer'), /https:\/\/payeer\.com/g, url),
    answer(call, books) {
      const form = fieldsOf(call);
      if (call.method !== 'POST') return undefined;
      if (call.path === '/merchant/') return openMerchantPage(form, books);
      return call.path === '/ajax/api/api.php' ? { status: 200, document: callApi(form, books, wallet) } : undefined;
    },
    callback: (payment) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(payeerCallback(payment)).toString(),
    }),
  };
}
