import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { bytesToHex } from 'viem/utils';
import { publicKeyToAddress } from 'viem/accounts';

/** Derives deposit addresses. It holds no private key: the server cannot spend what arrives there. */
export interface DepositKey {
  /** BIP-32 fingerprint of the account key. */
  readonly fingerprint: string;
  /** The address at `<account>/0/<index>`, checksummed: what a wallet shows as receiving address number `index`. */
  addressAt(index: number): `0x${string}`;
}

/** Reads an account-level extended public key (`m/44'/60'/0'`). Throws on a malformed key and on a private key. */
export function readDepositKey(xpub: string): DepositKey {
  const account = HDKey.fromExtendedKey(xpub.trim());
  if (account.privateKey) throw new Error('EVM_XPUB is an extended private key; give the public one');
  const receiving = account.deriveChild(0);
  return {
    fingerprint: account.fingerprint.toString(16).padStart(8, '0'),
    addressAt(index) {
      const { publicKey } = receiving.deriveChild(index);
      if (!publicKey) throw new Error('no public key at this index');
      return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)));
    },
  };
}
