import { base58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { Address, OutScript, p2pkh, p2wpkh, WIF } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Coin, type Network, TEST_XPUB_VERSIONS } from './coins.ts';

/** An address of ours with the script that its outputs carry. */
export interface OwnAddress {
  readonly address: string;
  /** Lower-case hexadecimal. */
  readonly script: string;
}

/** Derives deposit addresses. It holds no private key: the server cannot spend what arrives there. */
export interface DepositKey {
  /** BIP-32 fingerprint of the account key. */
  readonly fingerprint: string;
  /** Whether it is a key of the main network. */
  readonly isMain: boolean;
  /** The address at `<account>/0/<index>`: what a wallet shows as receiving address number `index`. */
  addressAt(index: number, network: Network): OwnAddress;
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function addressOfKey(coin: Coin, network: Network, publicKey: Uint8Array): OwnAddress {
  const payment = coin.isSegwit ? p2wpkh(publicKey, network.versions) : p2pkh(publicKey, network.versions);
  if (payment.address === undefined) throw new Error('a key without an address');
  return { address: payment.address, script: hexOf(payment.script) };
}

/** Private keys have other versions, so that their reader is told what is wrong; the second number only satisfies the reader. */
function readAccount(coin: Coin, xpub: string): { readonly account: HDKey; readonly isMain: boolean } {
  const name = `${coin.prefix}_XPUB`;
  let bytes: Uint8Array;
  try {
    bytes = base58check(sha256).decode(xpub.trim());
  } catch {
    throw new Error(`${name} is not an extended public key`);
  }
  const version = Buffer.from(bytes).readUInt32BE(0);
  const isPrivate = bytes[45] === 0 && bytes.length === 78;
  if (isPrivate) throw new Error(`${name} is an extended private key; give the public one`);
  const isMain = coin.xpubVersions.includes(version);
  if (!isMain && !TEST_XPUB_VERSIONS.includes(version)) throw new Error(`${name} is an extended key of another coin or address type`);
  try {
    return { account: HDKey.fromExtendedKey(xpub.trim(), { public: version, private: 0 }), isMain };
  } catch {
    throw new Error(`${name} is not an extended public key`);
  }
}

/** Reads an account-level extended public key (`m/84'/2'/0'`). Throws, without repeating it, on any other key. */
export function readDepositKey(coin: Coin, xpub: string): DepositKey {
  const { account, isMain } = readAccount(coin, xpub);
  if (account.depth === 0) throw new Error(`${coin.prefix}_XPUB is a master key; give the key of one account`);
  const receiving = account.deriveChild(0);
  return {
    fingerprint: account.fingerprint.toString(16).padStart(8, '0'),
    isMain,
    addressAt(index, network) {
      const { publicKey } = receiving.deriveChild(index);
      if (!publicKey) throw new Error('no public key at this index');
      return addressOfKey(coin, network, publicKey);
    },
  };
}

/** The key whose coins are paid out. */
export interface PayoutKey {
  readonly isMain: boolean;
  readonly privateKey: Uint8Array;
  addressOn(network: Network): OwnAddress;
}

/** Reads a private key as wallets export it (WIF, compressed). Throws without repeating its value. */
export function readPayoutKey(coin: Coin, text: string): PayoutKey {
  for (const network of coin.networks) {
    try {
      const privateKey = WIF(network.versions).decode(text.trim());
      const publicKey = secp256k1.getPublicKey(privateKey, true);
      return { isMain: network.name === 'main', privateKey, addressOn: (actual) => addressOfKey(coin, actual, publicKey) };
    } catch {
      // Another network's version, or no key at all
    }
  }
  throw new Error(`${coin.prefix}_PAYOUT_KEY is not a compressed private key of ${coin.name} in wallet import format`);
}

const LEGACY_TYPES: readonly string[] = ['pkh', 'sh'];
/** Money sent to these by a coin without segregated witness can be spent by anyone. */
const SEGWIT_TYPES: readonly string[] = ['wpkh', 'wsh', 'tr'];

/** The script that pays an address of a network; undefined: no such address, or of an unknown kind, whose money may be lost. */
export function scriptOf({ isSegwit }: Pick<Coin, 'isSegwit'>, network: Network, address: string): string | undefined {
  const { versions, oldScriptHash } = network;
  const types = isSegwit ? [...LEGACY_TYPES, ...SEGWIT_TYPES] : LEGACY_TYPES;
  const accepted = oldScriptHash === undefined ? [versions] : [versions, { ...versions, scriptHash: oldScriptHash }];
  for (const one of accepted) {
    try {
      const decoded = Address(one).decode(address);
      return types.includes(decoded.type) ? hexOf(OutScript.encode(decoded)) : undefined;
    } catch {
      // An address of another version or network
    }
  }
  return undefined;
}
