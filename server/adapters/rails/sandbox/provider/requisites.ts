import { createHash } from 'node:crypto';
import { deriveAddress, deriveMemo, type Seed } from './addresses.ts';

/** Facts of an order that requisites are derived from. */
export interface RequisitesInput {
  readonly orderId: string;
  readonly kind: string;
  readonly currency: string;
  readonly network: string | null;
  readonly amount: string;
}

export interface GeneratedRequisites {
  /** The value that identifies this order's payment. */
  readonly payTo: string;
  readonly memo: string | null;
  /** Values to show, the first one being `payTo`. */
  readonly items: readonly { readonly name: string; readonly value: string }[];
  readonly qrPayload: string | null;
}

const RECIPIENT = 'TEST CUSTOMER';
const BANK = 'Razmen Test Bank';
/** A made-up bank code; its last three digits enter the control digit of its accounts. */
const BIK = '044525999';

/**
 * Derives requisites from an order: the same order and attempt give the same ones, another order gives others
 * (quality R23). `attempt` grows on collisions. Undefined if the provider cannot receive.
 */
export function generateRequisites(input: RequisitesInput, attempt: number): GeneratedRequisites | undefined {
  const seed = seedOf(`${input.orderId}/${input.currency}/${attempt}`);
  return GENERATORS[input.kind]?.(input, seed);
}

type Generator = (input: RequisitesInput, seed: Seed) => GeneratedRequisites | undefined;

const GENERATORS: Readonly<Record<string, Generator>> = {
  card: (input, seed) => {
    const number = withLuhn((input.currency === 'RUB' ? '220000' : '400000') + digits(seed, 'card', 9));
    return requisitesOf(number, ['card_number', number], ['bank', BANK], ['recipient', RECIPIENT]);
  },
  fast_payment: (_subject, seed) => {
    const phone = `+79${digits(seed, 'phone', 9)}`;
    return requisitesOf(phone, ['phone', phone], ['bank', BANK], ['recipient', RECIPIENT]);
  },
  bank_account: (input, seed) => (input.currency === 'RUB' ? russianAccount(seed) : iban(input.currency, seed)),
  e_wallet: (input, seed) => {
    const wallet = (/^[A-Z]/.exec(input.currency)?.[0] ?? 'W') + digits(seed, 'wallet', 12);
    return requisitesOf(wallet, ['wallet', wallet]);
  },
  cash: (_subject, seed) => {
    const code = digits(seed, 'cash', 10);
    return requisitesOf(code, ['code', code], ['recipient', RECIPIENT]);
  },
  crypto: (input, seed) => {
    const network = input.network ?? input.currency;
    const address = deriveAddress(network, seed);
    if (address === undefined) return undefined;
    const memo = deriveMemo(network, seed);
    return { ...requisitesOf(address, ['address', address]), memo, qrPayload: paymentUri(network, address, input.amount) };
  },
};

const requisitesOf = (payTo: string, ...items: readonly (readonly [string, string])[]): GeneratedRequisites => ({
  payTo,
  memo: null,
  items: items.map(([name, value]) => ({ name, value })),
  qrPayload: null,
});

const URI_SCHEMES: Readonly<Record<string, string>> = { BTC: 'bitcoin', LTC: 'litecoin', DOGE: 'dogecoin' };

function paymentUri(network: string, address: string, amount: string): string {
  const scheme = URI_SCHEMES[network.toUpperCase()];
  return scheme === undefined ? address : `${scheme}:${address}?amount=${amount}`;
}

const seedOf =
  (name: string): Seed =>
  (purpose, length) => {
    const bytes = createHash('shake256', { outputLength: length }).update(`sandbox/${purpose}/${name}`).digest();
    return new Uint8Array(bytes);
  };

const digits = (seed: Seed, purpose: string, count: number): string =>
  (BigInt(`0x${Buffer.from(seed(purpose, 16)).toString('hex')}`) % 10n ** BigInt(count)).toString().padStart(count, '0');

/** Appends the Luhn check digit. */
function withLuhn(body: string): string {
  let sum = 0;
  for (let index = 0; index < body.length; index += 1) {
    const digit = Number(body[body.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return body + ((10 - (sum % 10)) % 10).toString();
}

const ACCOUNT_WEIGHTS = [7, 1, 3];
const CONTROL_DIGIT_AT = 8;

/** A 20-digit account whose ninth digit is the control digit for the bank's code. */
function russianAccount(seed: Seed): GeneratedRequisites {
  const free = `408178100${digits(seed, 'account', 11)}`;
  const sum = [...(BIK.slice(-3) + free)].reduce((total, digit, index) => total + Number(digit) * (ACCOUNT_WEIGHTS[index % 3] ?? 0), 0);
  const control = ((sum % 10) * 3) % 10;
  const account = free.slice(0, CONTROL_DIGIT_AT) + control.toString() + free.slice(CONTROL_DIGIT_AT + 1);
  return requisitesOf(account, ['account', account], ['bik', BIK], ['bank', BANK], ['recipient', RECIPIENT]);
}

/** Country and length of the account part (digits) by currency; default: Germany. */
const IBAN_BY_CURRENCY: Readonly<Record<string, readonly [string, number]>> = { UAH: ['UA', 25], KZT: ['KZ', 16], TRY: ['TR', 22] };

function iban(currency: string, seed: Seed): GeneratedRequisites {
  const [country, length] = IBAN_BY_CURRENCY[currency] ?? ['DE', 18];
  const account = digits(seed, 'iban', length);
  const numeric = [...country].map((letter) => (letter.charCodeAt(0) - 55).toString()).join('');
  const check = (98n - (BigInt(`${account}${numeric}00`) % 97n)).toString().padStart(2, '0');
  const value = country + check + account;
  return requisitesOf(value, ['iban', value], ['bank', BANK], ['recipient', RECIPIENT]);
}
