import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, base58check, base58xmr, base58xrp, base64, base64url, type BytesCoder } from '@scure/base';
import { Address } from '@scure/btc-signer';
import { isAddress as isEvmAddress } from 'viem/utils';
import { type AddressCheck, type AddressNetwork, isAddressNetwork, looksLikeAddress } from '#core/requisites/address-shape.ts';

/**
 * Whether an address belongs to a network, with its checksum: a typo, a test network's address and another network's address
 * are refused (R14). Only mainnet forms; unknown networks have no addresses. Nobody's address (all zeros) is refused too.
 */
export const isAddress: AddressCheck = (network, address) => {
  if (!(isAddressNetwork(network) && looksLikeAddress(network, address))) return false;
  try {
    return CHECKSUMS[network](address);
  } catch {
    // The decoders throw on whatever they do not understand
    return false;
  }
};

const bitcoinLike = (bech32: string, pubKeyHash: number, scriptHash: number) => {
  const coder = Address({ bech32, pubKeyHash, scriptHash, wif: 0 });
  return (address: string): boolean => coder.decode(address).type !== 'unknown';
};

const isBitcoin = bitcoinLike('bc', 0x00, 0x05);
const isLitecoin = bitcoinLike('ltc', 0x30, 0x32);
/** Script addresses from before 2017 begin with 3, as Bitcoin's do. */
const isOldLitecoin = bitcoinLike('ltc', 0x30, 0x05);
const isDogecoin = bitcoinLike('doge', 0x1e, 0x16);

const CHECKSUMS: Readonly<Record<AddressNetwork, (address: string) => boolean>> = {
  BTC: isBitcoin,
  LTC: (address) => (address.startsWith('3') ? isOldLitecoin(address) : isLitecoin(address)),
  DOGE: isDogecoin,
  ETH: isEvm,
  ERC20: isEvm,
  BEP20: isEvm,
  TRX: isTron,
  TRC20: isTron,
  XMR: isMonero,
  SOL: isSolana,
  XRP: isRipple,
  TON: isTon,
};

const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);
const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, index) => byte === b[index]);

/** EIP-55: an address in one case carries no checksum and passes, mixed case must be right. */
function isEvm(address: string): boolean {
  const digits = address.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return !/^0+$/.test(digits) && (isOneCase || isEvmAddress(address));
}

const checkedBase58 = base58check(sha256);

function isTron(address: string): boolean {
  const bytes = checkedBase58.decode(address);
  return bytes.length === 21 && bytes[0] === 0x41 && !isZero(bytes.subarray(1));
}

function isRipple(address: string): boolean {
  const bytes = base58xrp.decode(address);
  const payload = bytes.subarray(0, -4);
  const isAccount = bytes.length === 25 && bytes[0] === 0 && !isZero(payload);
  return isAccount && isEqual(sha256(sha256(payload)).subarray(0, 4), bytes.subarray(-4));
}

/** Monero mainnet: network byte, two public keys, for integrated addresses an 8-byte payment id, 4 bytes of keccak. */
const MONERO_LENGTHS: Readonly<Record<number, number>> = { 18: 69, 42: 69, 19: 77 };

function isMonero(address: string): boolean {
  const bytes = base58xmr.decode(address);
  const isKnown = MONERO_LENGTHS[bytes[0] ?? 0] === bytes.length;
  return isKnown && isEqual(keccak_256(bytes.subarray(0, -4)).subarray(0, 4), bytes.subarray(-4));
}

/** Solana has no checksum: 32 bytes of a key. */
function isSolana(address: string): boolean {
  const bytes = base58.decode(address);
  return bytes.length === 32 && !isZero(bytes);
}

const TON_BOUNCEABLE = 0x11;
const TON_NOT_BOUNCEABLE = 0x51;

function isTon(address: string): boolean {
  if (address.includes(':')) return !/:0+$/.test(address);
  const coder: BytesCoder = /[+/]/.test(address) ? base64 : base64url;
  const bytes = coder.decode(address);
  const isMainnet = bytes[0] === TON_BOUNCEABLE || bytes[0] === TON_NOT_BOUNCEABLE;
  const isKnownChain = bytes[1] === 0x00 || bytes[1] === 0xff;
  const checksum = crc16(bytes.subarray(0, 34));
  const isChecked = bytes.length === 36 && bytes[34] === checksum >> 8 && bytes[35] === (checksum & 0xff);
  return isMainnet && isKnownChain && isChecked && !isZero(bytes.subarray(2, 34));
}

/** CRC-16/XMODEM: polynomial 0x1021, from zero. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}
