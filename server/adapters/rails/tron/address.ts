import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { privateKeyToAccount, publicKeyToAddress } from 'viem/accounts';
import { bytesToHex } from 'viem/utils';

/* An address is 20 bytes. Nodes write it as 40 hexadecimal digits, often after the prefix 41; people write base58 (T...). */

const PREFIX = 0x41;
const ADDRESS_BYTES = 20;
const base58 = base58check(sha256);

/** No key exists for this address. */
export const ZERO_ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb';

/** The base58 form of 40 hexadecimal digits, with or without the prefix 41 or 0x. */
export function addressOfHex(hex: string): string {
  const digits = hex.replace(/^0x/, '').slice(-2 * ADDRESS_BYTES);
  return base58.encode(Uint8Array.from([PREFIX, ...Buffer.from(digits, 'hex')]));
}

/** The 21 bytes of a base58 address; undefined if it is none. */
export function addressBytes(address: string): Uint8Array | undefined {
  try {
    const bytes = base58.decode(address);
    return bytes.length === ADDRESS_BYTES + 1 && bytes[0] === PREFIX ? bytes : undefined;
  } catch {
    return undefined;
  }
}

export const isAddress = (text: string): boolean => addressBytes(text) !== undefined;

/** The 42 hexadecimal digits of a base58 address, as nodes expect it. Throws if it is none. */
export function hexOfAddress(address: string): string {
  const bytes = addressBytes(address);
  if (!bytes) throw new Error('not an address');
  return Buffer.from(bytes).toString('hex');
}

/** An address as one ABI word, without 0x. */
export const abiWordOfAddress = (address: string): string => hexOfAddress(address).slice(2).padStart(64, '0');

/** Derives deposit addresses. It holds no private key: the server cannot spend what arrives there. */
export interface DepositKey {
  /** BIP-32 fingerprint of the account key. */
  readonly fingerprint: string;
  /** The address at `<account>/0/<index>`: what a wallet shows as address number `index`. */
  addressAt(index: number): string;
}

/** Reads an account-level extended public key (`m/44'/195'/0'`). Throws, without repeating it, on any other key. */
export function readDepositKey(xpub: string): DepositKey {
  let account: HDKey;
  try {
    account = HDKey.fromExtendedKey(xpub.trim());
  } catch {
    throw new Error('TRON_XPUB is not an extended public key');
  }
  if (account.privateKey) throw new Error('TRON_XPUB is an extended private key; give the public one');
  const receiving = account.deriveChild(0);
  return {
    fingerprint: account.fingerprint.toString(16).padStart(8, '0'),
    addressAt(index) {
      const { publicKey } = receiving.deriveChild(index);
      if (!publicKey) throw new Error('no public key at this index');
      return addressOfHex(publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false))));
    },
  };
}

/** The account that payouts are sent from. */
export interface PayoutKey {
  readonly address: string;
  /** Signature of a hash of 32 bytes: r, s and recovery, 65 bytes. */
  sign(hash: Uint8Array): Uint8Array;
}

/** Reads `TRON_PAYOUT_KEY`: 64 hexadecimal digits. Throws without repeating it. */
export function readPayoutKey(text: string): PayoutKey {
  const digits = text.trim().replace(/^0x/, '');
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw new Error('TRON_PAYOUT_KEY is not a private key of 64 hexadecimal digits');
  const secret = Uint8Array.from(Buffer.from(digits, 'hex'));
  if (!secp256k1.utils.isValidSecretKey(secret)) throw new Error('TRON_PAYOUT_KEY is not a private key of 64 hexadecimal digits');
  return {
    address: addressOfHex(privateKeyToAccount(`0x${digits}`).address),
    sign(hash) {
      const [recovery = 0, ...rs] = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' });
      return Uint8Array.from([...rs, recovery]);
    },
  };
}
