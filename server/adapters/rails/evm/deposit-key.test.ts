import { HDKey } from '@scure/bip32';
import { bytesToHex, hexToBytes, keccak256, stringToBytes } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { readDepositKey } from './deposit-key.ts';

const root = HDKey.fromMasterSeed(hexToBytes(keccak256(stringToBytes('a seed of this test alone'))));
const account = root.derive("m/44'/60'/0'");

describe('deposit addresses', () => {
  it('are the same as in a wallet with the private keys', () => {
    const key = readDepositKey(account.publicExtendedKey);
    for (const index of [0, 1, 2, 77, 100_000]) {
      const { privateKey } = root.derive(`m/44'/60'/0'/0/${index}`);
      expect(key.addressAt(index)).toBe(privateKeyToAddress(bytesToHex(privateKey ?? new Uint8Array())));
    }
  });

  it('are never derived from a private key', () => {
    expect(() => readDepositKey(account.privateExtendedKey)).toThrow('give the public one');
  });

  it('carry the fingerprint of their key', () => {
    expect(readDepositKey(` ${account.publicExtendedKey}\n`).fingerprint).toBe(account.fingerprint.toString(16).padStart(8, '0'));
  });
});
