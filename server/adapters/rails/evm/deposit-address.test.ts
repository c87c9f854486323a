import { HDKey } from '@scure/bip32';
import { bytesToHex, hexToBytes, keccak256, stringToBytes } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { paymentUri, readDepositKey } from './deposit-address.ts';

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

const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const contract = '0xdac17f958d2ee523a2206206994597c13d831ec7';

it('requests coin with its value in wei', () => {
  expect(paymentUri({ address, contract: null, chainId: 1, amount: 2_014_000_000_000_000_000n })).toBe(
    `ethereum:${address}@1?value=2014000000000000000`,
  );
});

it('requests a token by a call of its contract', () => {
  expect(paymentUri({ address, contract, chainId: 56, amount: 25_500_000n })).toBe(
    `ethereum:${contract}@56/transfer?address=${address}&uint256=25500000`,
  );
});
