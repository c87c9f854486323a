import { createHash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xmr, base58xrp, base64url, bech32, createBase58check } from '@scure/base';
import { getAddress } from 'viem/utils';
import { orderNumber } from '#core/order/number.ts';

/** Deterministic bytes of one order, per purpose. */
type Seed = (purpose: string, length: number) => Uint8Array;

const base58check = createBase58check(sha256);
const join = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));

const segwit = (prefix: string) => (seed: Seed) => bech32.encode(prefix, [0, ...bech32.toWords(seed('hash160', 20))]);
const versioned = (version: number) => (seed: Seed) => base58check.encode(join([version], seed('hash160', 20)));
const evm = (seed: Seed): string => getAddress(`0x${Buffer.from(seed('evm', 20)).toString('hex')}`);

const MONERO_STANDARD_ADDRESS = 18;
function monero(seed: Seed): string {
  const body = join([MONERO_STANDARD_ADDRESS], seed('spend', 32), seed('view', 32));
  return base58xmr.encode(join(body, keccak_256(body).subarray(0, 4)));
}

function ripple(seed: Seed): string {
  const body = join([0], seed('hash160', 20));
  return base58xrp.encode(join(body, sha256(sha256(body)).subarray(0, 4)));
}

const TON_NON_BOUNCEABLE = 0x51;
function ton(seed: Seed): string {
  const body = join([TON_NON_BOUNCEABLE, 0], seed('account', 32));
  const crc = crc16(body);
  return base64url.encode(join(body, [crc >> 8, crc & 0xff]));
}

/** CRC-16/XMODEM, the checksum of TON's user-friendly addresses. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

const tron = versioned(0x41);
const solana = (seed: Seed): string => base58.encode(seed('account', 32));

/** Addresses with valid checksums that no one owns: real money sent there would be lost, so this provider exists in demo mode only. */
const ADDRESS_BY_NETWORK: Readonly<Record<string, (seed: Seed) => string>> = {
  BTC: segwit('bc'),
  LTC: segwit('ltc'),
  DOGE: versioned(0x1e),
  ETH: evm,
  ERC20: evm,
  BEP20: evm,
  BSC: evm,
  POLYGON: evm,
  TRC20: tron,
  TRX: tron,
  TRON: tron,
  XMR: monero,
  SOL: solana,
  GRAM: ton,
  TON: ton,
  XRP: ripple,
};

/** An address of the seed's order on a network; undefined for a network the provider does not serve. */
const deriveAddress = (network: string, seed: Seed): string | undefined => ADDRESS_BY_NETWORK[network.toUpperCase()]?.(seed);

const TAG_NETWORKS = new Set(['XRP']);
const COMMENT_NETWORKS = new Set(['GRAM', 'TON']);

/** A destination tag (a number up to 32 bits) or a comment, if the network requires one; else null. */
function deriveMemo(network: string, seed: Seed): string | null {
  const number = Buffer.from(seed('memo', 4)).readUInt32BE();
  if (TAG_NETWORKS.has(network.toUpperCase())) return number.toString();
  if (COMMENT_NETWORKS.has(network.toUpperCase())) return number.toString(36).toUpperCase().padStart(7, '0');
  return null;
}

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
const CORRESPONDENT_ACCOUNT = '30101810400000000999';

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
  bank_account: (input, seed) => (input.currency === 'RUB' ? russianAccount(seed, input.orderId) : iban(input.currency, seed)),
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
function russianAccount(seed: Seed, orderId: string): GeneratedRequisites {
  const free = `408178100${digits(seed, 'account', 11)}`;
  const sum = [...(BIK.slice(-3) + free)].reduce((total, digit, index) => total + Number(digit) * (ACCOUNT_WEIGHTS[index % 3] ?? 0), 0);
  const control = ((sum % 10) * 3) % 10;
  const account = free.slice(0, CONTROL_DIGIT_AT) + control.toString() + free.slice(CONTROL_DIGIT_AT + 1);
  const lines = [
    ['bank', BANK],
    ['recipient', RECIPIENT],
    ['corr_account', CORRESPONDENT_ACCOUNT],
    ['purpose', `Transfer ${orderNumber(orderId)}`],
  ] as const;
  return requisitesOf(account, ['account', account], ['bik', BIK], ...lines);
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
