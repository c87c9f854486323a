import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58xmr, base58xrp, base64url, createBase58check } from '@scure/base';
import { Address } from '@scure/btc-signer';
import { isAddress } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { matchesBik, passesLuhn } from '#core/requisites/digits.ts';
import { isIban } from '#core/requisites/iban.ts';
import { normalisePhone } from '#core/requisites/phone.ts';
import { crc16, generateRequisites, type RequisitesInput } from './requisites.ts';

const ORDERS = 200;
const subject = (changes: Partial<RequisitesInput>): RequisitesInput => ({
  orderId: 'k3v9x2m7q4',
  kind: 'card',
  currency: 'RUB',
  network: null,
  amount: '1.5',
  ...changes,
});
const made = (changes: Partial<RequisitesInput>, attempt = 0) => {
  const requisites = generateRequisites(subject(changes), attempt);
  if (requisites === undefined) throw new Error('no requisites');
  return requisites;
};
const manyOf = (changes: Partial<RequisitesInput>) =>
  Array.from({ length: ORDERS }, (_, index) => made({ ...changes, orderId: `order${index}` }));
const lineOf = (requisites: ReturnType<typeof made>, name: string) => requisites.items.find((line) => line.name === name)?.value ?? '';

const checked = createBase58check(sha256);
const ends = (bytes: Uint8Array, count: number) => [bytes.subarray(0, -count), bytes.subarray(-count)] as const;
const isMonero = (address: string) => {
  const [body, check] = ends(base58xmr.decode(address), 4);
  return body.length === 65 && body[0] === 18 && Buffer.from(keccak_256(body).subarray(0, 4)).equals(check);
};
const isRipple = (address: string) => {
  const [body, check] = ends(base58xrp.decode(address), 4);
  return body.length === 21 && body[0] === 0 && Buffer.from(sha256(sha256(body)).subarray(0, 4)).equals(check);
};
const isTon = (address: string) => {
  const [body, check] = ends(base64url.decode(address), 2);
  return address.length === 48 && crc16(body) === (check[0] ?? 0) * 256 + (check[1] ?? 0);
};
const isBitcoinLike = (pubKeyHash: number, bech32: string) => (address: string) => {
  const decoded = Address({ bech32, pubKeyHash, scriptHash: 5, wif: 128 }).decode(address);
  return decoded.type === 'wpkh' || decoded.type === 'pkh';
};

const CHECKS: Readonly<Record<string, (address: string) => boolean>> = {
  BTC: isBitcoinLike(0, 'bc'),
  LTC: isBitcoinLike(0x30, 'ltc'),
  DOGE: isBitcoinLike(0x1e, 'doge'),
  ETH: (address) => isAddress(address, { strict: true }) && address !== address.toLowerCase(),
  ERC20: (address) => isAddress(address, { strict: true }),
  BEP20: (address) => isAddress(address, { strict: true }),
  TRC20: (address) => checked.decode(address)[0] === 0x41 && address.startsWith('T'),
  TRX: (address) => checked.decode(address).length === 21,
  XMR: isMonero,
  SOL: (address) => base58.decode(address).length === 32,
  XRP: isRipple,
  TON: isTon,
};

describe('generated requisites', () => {
  it.each(Object.entries(CHECKS))('have addresses on %s with a valid checksum', (network, isValid) => {
    const all = manyOf({ kind: 'crypto', currency: network, network });
    expect(all.filter(({ payTo }) => !isValid(payTo))).toEqual([]);
    expect(new Set(all.map(({ payTo }) => payTo)).size).toBe(ORDERS);
  });

  it('have a tag or comment if the network needs one', () => {
    const memos = (network: string) => manyOf({ kind: 'crypto', network }).map(({ memo }) => memo);
    expect(memos('XRP').every((memo) => /^\d{1,10}$/.test(memo ?? '') && Number(memo) < 2 ** 32)).toBe(true);
    expect(memos('TON').every((memo) => /^[0-9A-Z]{7}$/.test(memo ?? ''))).toBe(true);
    expect(new Set(memos('BTC'))).toEqual(new Set([null]));
  });

  it('have card numbers, accounts, IBANs and phones that are valid', () => {
    expect(manyOf({ kind: 'card' }).every(({ payTo }) => /^2200\d{12}$/.test(payTo) && passesLuhn(payTo))).toBe(true);
    expect(manyOf({ kind: 'card', currency: 'UAH' }).every(({ payTo }) => /^4\d{15}$/.test(payTo) && passesLuhn(payTo))).toBe(true);
    expect(
      manyOf({ kind: 'bank_account' }).every((each) => /^\d{20}$/.test(each.payTo) && matchesBik(each.payTo, lineOf(each, 'bik'))),
    ).toBe(true);
    for (const currency of ['EUR', 'USD', 'UAH', 'KZT', 'TRY'])
      expect(manyOf({ kind: 'bank_account', currency }).every(({ payTo }) => isIban(payTo))).toBe(true);
    expect(manyOf({ kind: 'fast_payment' }).every(({ payTo }) => normalisePhone(payTo) === payTo)).toBe(true);
  });

  it('are the same for the same order, and different for the next attempt', () => {
    expect(made({})).toEqual(made({}));
    expect(made({}, 1).payTo).not.toBe(made({}).payTo);
  });

  it('list payTo first, with labels that the exchange has', () => {
    for (const kind of ['card', 'fast_payment', 'bank_account', 'e_wallet', 'cash', 'crypto']) {
      const requisites = made({ kind, network: kind === 'crypto' ? 'BTC' : null });
      expect(requisites.items[0]?.value).toBe(requisites.payTo);
    }
  });

  it('contain the amount in the QR code if the network has payment URIs', () => {
    const bitcoin = made({ kind: 'crypto', network: 'BTC', amount: '0.015' });
    expect(bitcoin.qrPayload).toBe(`bitcoin:${bitcoin.payTo}?amount=0.015`);
    expect(made({ kind: 'crypto', network: 'TRC20' }).qrPayload).toBe(made({ kind: 'crypto', network: 'TRC20' }).payTo);
  });

  it('do not exist for a kind or network the provider does not serve', () => {
    expect(generateRequisites(subject({ kind: 'crypto', network: 'MOON' }), 0)).toBeUndefined();
    expect(generateRequisites(subject({ kind: 'seashells' }), 0)).toBeUndefined();
  });
});
