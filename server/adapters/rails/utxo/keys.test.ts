import { HDKey } from '@scure/bip32';
import { p2tr, p2wpkh } from '@scure/btc-signer';
import { describe, expect, it, test } from 'vitest';
import { BITCOIN, DOGECOIN, LITECOIN } from './coins.ts';
import { readDepositKey, readPayoutKey, scriptOf } from './keys.ts';

/** Account 0 of BIP 84's own test vector. */
const BIP84_ZPUB = 'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

/** The seed of BIP 39's vector "abandon ... about" with an empty passphrase. */
const SEED = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
);
const account = (path: string, versions = { public: 0x0488b21e, private: 0x0488ade4 }) => HDKey.fromMasterSeed(SEED, versions).derive(path);
const xpubOf = (path: string) => account(path).publicExtendedKey;

const [BTC_MAIN] = BITCOIN.networks;
const [LTC_MAIN, , LTC_REGTEST] = LITECOIN.networks;
const [DOGE_MAIN] = DOGECOIN.networks;

test('Bitcoin addresses are those of BIP 84', () => {
  const key = readDepositKey(BITCOIN, BIP84_ZPUB);
  expect(key.isMain).toBe(true);
  expect(key.addressAt(0, BTC_MAIN).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
  expect(key.addressAt(1, BTC_MAIN).address).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
  expect(readDepositKey(BITCOIN, xpubOf("m/84'/0'/0'")).addressAt(0, BTC_MAIN)).toEqual(key.addressAt(0, BTC_MAIN));
});

test('Litecoin addresses are native segwit, Dogecoin addresses pay a key hash, each as wallets show them', () => {
  const litecoin = readDepositKey(LITECOIN, xpubOf("m/84'/2'/0'")).addressAt(0, LTC_MAIN);
  expect(litecoin.address).toBe('ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh');
  expect(litecoin.script).toBe(scriptOf(LITECOIN, LTC_MAIN, litecoin.address));
  const dogecoin = readDepositKey(DOGECOIN, xpubOf("m/44'/3'/0'")).addressAt(0, DOGE_MAIN);
  expect(dogecoin.address).toBe('DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC');
  expect(dogecoin.script).toMatch(/^76a914[0-9a-f]{40}88ac$/);
});

test('versions of a coin’s own wallets are read too', () => {
  const ltub = account("m/84'/2'/0'", { public: 0x019da462, private: 0x019d9cfe }).publicExtendedKey;
  expect(ltub).toMatch(/^Ltub/);
  expect(readDepositKey(LITECOIN, ltub).addressAt(0, LTC_MAIN).address).toBe('ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh');
  const dgub = account("m/44'/3'/0'", { public: 0x02facafd, private: 0x02fac398 }).publicExtendedKey;
  expect(readDepositKey(DOGECOIN, dgub).addressAt(0, DOGE_MAIN).address).toBe('DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC');
});

describe('wrong keys are refused with the setting’s name and without their value', () => {
  const refusalOf = (read: () => unknown): string => {
    try {
      read();
    } catch (error) {
      return (error as Error).message;
    }
    return 'accepted';
  };

  it.each([
    ['a private key', account("m/84'/2'/0'").privateExtendedKey, 'LITECOIN_XPUB is an extended private key; give the public one'],
    ['a master key', HDKey.fromMasterSeed(SEED).publicExtendedKey, 'LITECOIN_XPUB is a master key; give the key of one account'],
    [
      'another coin',
      account("m/44'/3'/0'", { public: 0x02facafd, private: 0x02fac398 }).publicExtendedKey,
      'LITECOIN_XPUB is an extended key of another coin or address type',
    ],
    ['nonsense', 'xpub123', 'LITECOIN_XPUB is not an extended public key'],
    ['a mistyped key', xpubOf("m/84'/2'/0'").replace(/.$/, 'x'), 'LITECOIN_XPUB is not an extended public key'],
  ])('%s as an extended key', (_, text, message) => {
    expect(refusalOf(() => readDepositKey(LITECOIN, text))).toBe(message);
  });

  it('a private key of another coin, of another form, or none', () => {
    const refusal = 'LITECOIN_PAYOUT_KEY is not a compressed private key of litecoin in wallet import format';
    // Bitcoin's wiki: a compressed and an uncompressed key of the main network
    for (const text of [
      'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
      '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
      '00',
    ])
      expect(refusalOf(() => readPayoutKey(LITECOIN, text))).toBe(refusal);
  });
});

test('a private key in wallet import format pays from the address of its public key', () => {
  // The key of BIP 143 and BIP 173 examples is 1: its address is the one in BIP 173.
  const key = readPayoutKey(BITCOIN, 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn');
  expect(key.isMain).toBe(true);
  expect(key.addressOn(BTC_MAIN)).toEqual({
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    script: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  });
});

test('only addresses of the network and of known kinds have a script', () => {
  expect(scriptOf(BITCOIN, BTC_MAIN, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac');
  expect(scriptOf(BITCOIN, BTC_MAIN, 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0')).toBe(
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  );
  expect(scriptOf(LITECOIN, LTC_MAIN, 'MGxNPPB7eBoWPUaprtX9v9CXJZoD2465zN')).toMatch(/^a914/);
  expect(scriptOf(LITECOIN, LTC_MAIN, '3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj')).toMatch(/^a914/);
  const foreign = [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kjgk0dt',
    'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
    'ltcmweb1qq',
    '',
  ];
  for (const address of foreign) expect(scriptOf(LITECOIN, LTC_MAIN, address)).toBeUndefined();
  // Addresses with segregated witness of a coin that has none
  const publicKey = account("m/44'/3'/0'/0/0").publicKey ?? new Uint8Array();
  for (const { address } of [p2wpkh(publicKey, DOGE_MAIN.versions), p2tr(publicKey.slice(1), undefined, DOGE_MAIN.versions)]) {
    expect(address).toMatch(/^doge1/);
    expect(scriptOf(DOGECOIN, DOGE_MAIN, address ?? '')).toBeUndefined();
  }
  expect(scriptOf(DOGECOIN, DOGE_MAIN, 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC')).toMatch(/^76a914/);
  expect(scriptOf(LITECOIN, LTC_REGTEST, 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh')).toBeUndefined();
});
