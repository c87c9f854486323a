import { HDKey } from '@scure/bip32';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { addressBytes, addressOfHex, hexOfAddress, isAddress, readDepositKey, readPayoutKey } from './address.ts';
import { bandwidthOf, signTransfer } from './transaction.ts';

const KEY = '0000000000000000000000000000000000000000000000000000000000000001';
const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);

describe('addresses', () => {
  it('have one base58 form for all their hexadecimal forms', () => {
    const hex = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
    expect([hex, hex.slice(2), `0x${hex.slice(2)}`, hex.slice(2).padStart(64, '0')].map(addressOfHex)).toEqual(Array(4).fill(USDT));
    expect(hexOfAddress(USDT)).toBe(hex);
  });

  it.each([
    '',
    'T',
    `${USDT.slice(0, -1)}u`,
    USDT.toLowerCase(),
    '1BitcoinEaterAddressDontSendf59kuE',
    '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  ])('refuses %s', (text) => {
    expect([isAddress(text), addressBytes(text)]).toEqual([false, undefined]);
  });

  it('of a payout key are those of tronweb', () => {
    for (const digits of [KEY, '7'.repeat(64), 'ab'.repeat(32)]) {
      expect(readPayoutKey(digits).address).toBe(utils.address.fromPrivateKey(digits));
      expect(readPayoutKey(` 0x${digits} `).address).toBe(readPayoutKey(digits).address);
    }
  });

  it('of an account key are those of the private keys below it', () => {
    const account = HDKey.fromMasterSeed(seed).derive("m/44'/195'/0'");
    const key = readDepositKey(account.publicExtendedKey);
    for (const index of [0, 1, 1_000_000]) {
      const { privateKey } = account.deriveChild(0).deriveChild(index);
      expect(key.addressAt(index)).toBe(utils.address.fromPrivateKey(Buffer.from(privateKey ?? []).toString('hex')));
    }
  });

  it.each([
    ['private', () => readDepositKey(HDKey.fromMasterSeed(seed).privateExtendedKey), 'TRON_XPUB is an extended private key'],
    ['malformed', () => readDepositKey('xpub-nonsense'), 'TRON_XPUB is not an extended public key'],
    ['short', () => readPayoutKey(KEY.slice(1)), 'TRON_PAYOUT_KEY is not a private key'],
    ['zero', () => readPayoutKey('0'.repeat(64)), 'TRON_PAYOUT_KEY is not a private key'],
  ])('a %s key is refused without being repeated', (_, read, message) => {
    expect(read).toThrow(message);
    expect(read).not.toThrow(/xpub-nonsense|xprv|0000/);
  });
});

describe('a signed transfer', () => {
  const key = readPayoutKey(KEY);
  const validity = { blockId: `000000000123abcd${'5e'.repeat(24)}`, timestamp: 1_764_000_000_123, expiration: 1_764_000_600_000 };
  const reference = { ref_block_bytes: 'abcd', ref_block_hash: '5e'.repeat(8) };
  const times = { expiration: validity.expiration, timestamp: validity.timestamp };
  const to = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

  /** The id that tronweb gives the same transaction, described as JSON. */
  const tronwebId = (type: string, value: object, rest: object): string =>
    utils.transaction
      .txPbToTxID(
        utils.transaction.txJsonToPb({
          raw_data: {
            contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
            ...reference,
            ...times,
            ...rest,
          },
        }),
      )
      .replace(/^0x/, '');

  it.each([1n, 25_000_000n, 90_000_000_000_000_000n])('of %s sun has the id of tronweb', (amount) => {
    const signed = signTransfer({ sender: key.address, destination: to, amount, contract: null, feeLimit: 7n }, validity, key);
    const value = { owner_address: hexOfAddress(key.address), to_address: hexOfAddress(to), amount: Number(amount) };
    expect(signed.txId).toBe(tronwebId('TransferContract', value, {}));
    expect(bandwidthOf(signed)).toBe(BigInt(signed.rawTx.length / 2 + 64));
  });

  it('of a token has the id of tronweb, its signature is that of the sender', () => {
    const transfer = { sender: key.address, destination: to, amount: 10n ** 12n, contract: USDT, feeLimit: 15_600_000n };
    const { txId, rawTx } = signTransfer(transfer, validity, key);
    const value = {
      owner_address: hexOfAddress(key.address),
      contract_address: hexOfAddress(USDT),
      data: `a9059cbb${hexOfAddress(to).slice(2).padStart(64, '0')}${(10n ** 12n).toString(16).padStart(64, '0')}`,
    };
    expect(txId).toBe(tronwebId('TriggerSmartContract', value, { fee_limit: 15_600_000 }));
    const signature = Buffer.from(rawTx.slice(-130), 'hex');
    signature[64] = (signature[64] ?? 0) + 27;
    expect(addressOfHex(utils.crypto.ecRecover(txId, signature.toString('hex')))).toBe(key.address);
  });
});
