import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base32, base58, base58check, base58xmr, base58xrp, base64, base64url, bech32, type BytesCoder } from '@scure/base';
import { Address } from '@scure/btc-signer';
import { isAddress as isEvmAddress } from 'viem/utils';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { type AddressCheck, type AddressNetwork, checkAddressShape, isAddressNetwork } from '#core/requisites/address-shape.ts';

/** Burn and system addresses from the chains' public documentation; funds sent there are lost. Compared case-insensitively. */
const OWNERLESS: Readonly<Partial<Record<AddressNetwork, readonly string[]>>> = {
  BTC: ['1BitcoinEaterAddressDontSendf59kuE', '1CounterpartyXXXXXXXXXXXXXXXUWLpVr', '1111111111111111111114oLvT2'],
  TRX: ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  SOL: [
    '11111111111111111111111111111111',
    '1nc1nerator11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'So11111111111111111111111111111111111111112',
    'Vote111111111111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
  ],
  TON: [
    'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c',
    'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ',
    `0:${'0'.repeat(64)}`,
    `-1:${'0'.repeat(64)}`,
    'Ef8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAU',
  ],
  XRP: ['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji', 'rrrrrrrrrrrrrrrrrrrn5RM1rHd', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
};

/** Contracts of common tokens; a token sent to its own contract is lost. */
const CONTRACTS: Readonly<Partial<Record<AddressNetwork, readonly string[]>>> = {
  ERC20: [
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  ],
  BEP20: [
    '0x55d398326f99059fF775485246999027B3197955',
    '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
  ],
  TRC20: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TEkxiTehnzSmSe2XqrJ4w32RUN966rdz8'],
  POLYGON: ['0xc2132D05D31c914a87C6611C10748AEb04B58e8F', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  SOL: ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  TON: ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
};

/** Networks with the same address format share their lists. */
const EVM: readonly AddressNetwork[] = ['ETH', 'ERC20', 'BEP20', 'ETC', 'POLYGON'];
const FAMILIES: Readonly<Partial<Record<AddressNetwork, readonly AddressNetwork[]>>> = {
  ...Object.fromEntries(EVM.map((network) => [network, EVM])),
  TRX: ['TRX', 'TRC20'],
  TRC20: ['TRX', 'TRC20'],
};

const isListed = (lists: typeof OWNERLESS, network: AddressNetwork, address: string): boolean =>
  (FAMILIES[network] ?? [network]).some((listed) => lists[listed]?.some((entry) => entry.toLowerCase() === address.toLowerCase()) === true);

/** EVM: precompiled contracts at the lowest addresses; burn addresses with "dead" or one repeated digit. */
const OWNERLESS_EVM = /^0x(?:0{36}[0-9a-f]{4}|0{36}dead|dead0{14}[0-9a-f]{22}|0{35}[0-9a-f]{5}|dead[0-9a-f]{0,32}dead|([0-9a-f])\1{39})$/i;

/** Whether funds sent to the address are lost: burn, system and precompiled addresses. */
const isOwnerless = (network: AddressNetwork, address: string): boolean =>
  OWNERLESS_EVM.test(address) || isListed(OWNERLESS, network, address);

/** Whether the address is the contract of a known token. */
const isContract = (network: AddressNetwork, address: string): boolean => isListed(CONTRACTS, network, address);

/**
 * Whether money may be sent to an address:
 * - `malformed`: wrong form, checksum or network, or a test network (R14); an unknown network has no valid addresses;
 * - `nobodys`: a burn or system address;
 * - `contract`: the contract of a token.
 */
export const checkAddress: AddressCheck = (network, address) => {
  if (!isAddressNetwork(network) || checkAddressShape(network, address) !== 'fine' || !hasValidChecksum(network, address))
    return 'malformed';
  if (isOwnerless(network, address)) return 'nobodys';
  return isContract(network, address) ? 'contract' : 'fine';
};

/** The check for one payment system; also refuses the contract in its rail settings. */
export const checkAddressOf = (system: Pick<PaymentSystem, 'railSettings'>): AddressCheck => {
  const contract = system.railSettings['contract']?.toLowerCase();
  return (network, address) => (contract !== undefined && address.toLowerCase() === contract ? 'contract' : checkAddress(network, address));
};

function hasValidChecksum(network: AddressNetwork, address: string): boolean {
  try {
    return CHECKSUMS[network](address);
  } catch {
    // Decoders throw on invalid input
    return false;
  }
}

const bitcoinLike = (bech32: string, pubKeyHash: number, scriptHash: number) => {
  const coder = Address({ bech32, pubKeyHash, scriptHash, wif: 0 });
  return (address: string): boolean => coder.decode(address).type !== 'unknown';
};

const isBitcoin = bitcoinLike('bc', 0x00, 0x05);
const isLitecoin = bitcoinLike('ltc', 0x30, 0x32);
/** Script addresses from before 2017 start with 3, as in Bitcoin. */
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
  ETC: isEvm,
  POLYGON: isEvm,
  BCH: isBitcoinCash,
  DASH: (address) => startsWith(checkedBase58.decode(address), [[0x4c], [0x10]]),
  ZEC: (address) =>
    startsWith(checkedBase58.decode(address), [
      [0x1c, 0xb8],
      [0x1c, 0xbd],
    ]),
  XLM: isStellar,
  ATOM: (address) => bech32.decodeToBytes(address).bytes.length === 20,
  ADA: isCardano,
};

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, index) => byte === b[index]);

/** EIP-55: an address in one case has no checksum and passes; the checksum of a mixed-case address must match. */
function isEvm(address: string): boolean {
  const digits = address.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || isEvmAddress(address);
}

const checkedBase58 = base58check(sha256);

/** Whether the bytes are one of these versions followed by a hash of 20 bytes. */
const startsWith = (bytes: Uint8Array, versions: readonly (readonly number[])[]): boolean =>
  versions.some((version) => bytes.length === version.length + 20 && version.every((byte, index) => bytes[index] === byte));

function isTron(address: string): boolean {
  const bytes = checkedBase58.decode(address);
  return bytes.length === 21 && bytes[0] === 0x41;
}

function isRipple(address: string): boolean {
  const bytes = base58xrp.decode(address);
  const payload = bytes.subarray(0, -4);
  const isAccount = bytes.length === 25 && bytes[0] === 0;
  return isAccount && isEqual(sha256(sha256(payload)).subarray(0, 4), bytes.subarray(-4));
}

/** Monero mainnet: network byte, two public keys, for integrated addresses an 8-byte payment id, 4 bytes of keccak. */
const MONERO_LENGTHS: Readonly<Record<number, number>> = { 18: 69, 42: 69, 19: 77 };

function isMonero(address: string): boolean {
  const bytes = base58xmr.decode(address);
  const isMainnet = MONERO_LENGTHS[bytes[0] ?? 0] === bytes.length;
  return isMainnet && isEqual(keccak_256(bytes.subarray(0, -4)).subarray(0, 4), bytes.subarray(-4));
}

/** Solana has no checksum: 32 bytes of a key. */
function isSolana(address: string): boolean {
  const bytes = base58.decode(address);
  return bytes.length === 32;
}

const TON_BOUNCEABLE = 0x11;
const TON_NOT_BOUNCEABLE = 0x51;

function isTon(address: string): boolean {
  if (address.includes(':')) return true;
  const coder: BytesCoder = /[+/]/.test(address) ? base64 : base64url;
  const bytes = coder.decode(address);
  const isMainnet = bytes[0] === TON_BOUNCEABLE || bytes[0] === TON_NOT_BOUNCEABLE;
  const isKnownChain = bytes[1] === 0x00 || bytes[1] === 0xff;
  const checksum = crc16(bytes.subarray(0, 34));
  const isChecked = bytes.length === 36 && bytes[34] === checksum >> 8 && bytes[35] === (checksum & 0xff);
  return isMainnet && isKnownChain && isChecked;
}

/** Stellar's account keys: a version byte, 32 bytes, CRC-16 with its low byte first. */
function isStellar(address: string): boolean {
  const bytes = base32.decode(address);
  const checksum = crc16(bytes.subarray(0, 33));
  return bytes.length === 35 && bytes[0] === 0x30 && bytes[33] === (checksum & 0xff) && bytes[34] === checksum >> 8;
}

/** Cardano since 2020: the low half of the first byte names the network, 1 is the main one. */
function isCardano(address: string): boolean {
  // `false`: no length limit, since a Cardano address is longer than bech32 of Bitcoin allows
  const bytes = bech32.fromWords(bech32.decode(`addr1${address.slice('addr1'.length)}`, false).words);
  return ((bytes[0] ?? 0) & 0x0f) === 1;
}

const BECH32_CHARS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CASHADDR_GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** Bitcoin Cash has a checksum of its own, 40 bits over the prefix and the address (CashAddr). */
function isBitcoinCash(address: string): boolean {
  const prefix = [...'bitcoincash'].map((letter) => letter.charCodeAt(0) & 0x1f);
  const payload = [...address.replace(/^bitcoincash:/, '')].map((char) => BECH32_CHARS.indexOf(char));
  let checksum = 1n;
  for (const value of [...prefix, 0, ...payload]) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    CASHADDR_GENERATORS.forEach((generator, bit) => {
      if (((top >> BigInt(bit)) & 1n) === 1n) checksum ^= generator;
    });
  }
  return checksum === 1n;
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
