import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xmr, base58xrp, base64url, bech32, createBase58check } from '@scure/base';
import { getAddress } from 'viem/utils';

/** Deterministic bytes of one order, per purpose. */
export type Seed = (purpose: string, length: number) => Uint8Array;

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
export const deriveAddress = (network: string, seed: Seed): string | undefined => ADDRESS_BY_NETWORK[network.toUpperCase()]?.(seed);

const TAG_NETWORKS = new Set(['XRP']);
const COMMENT_NETWORKS = new Set(['GRAM', 'TON']);

/** A destination tag (a number up to 32 bits) or a comment, if the network requires one; else null. */
export function deriveMemo(network: string, seed: Seed): string | null {
  const number = Buffer.from(seed('memo', 4)).readUInt32BE();
  if (TAG_NETWORKS.has(network.toUpperCase())) return number.toString();
  if (COMMENT_NETWORKS.has(network.toUpperCase())) return number.toString(36).toUpperCase().padStart(7, '0');
  return null;
}
