import { readPaymentUri } from './payment-uri.ts';

/**
 * `malformed`: not an address of this network. `nobodys`: money sent there is lost (burn and system addresses). `contract`: a token's
 * contract.
 */
export type AddressVerdict = 'fine' | 'malformed' | 'nobodys' | 'contract';

/**
 * Checks an address of a network. The server's check (`server/payment-systems/check-address.ts`) includes checksums and known lost addresses;
 * `checkAddressShape` checks only the shape, without hashing, for use in forms.
 */
export type AddressCheck = (network: string, address: string) => AddressVerdict;

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';
const BECH32 = '[02-9ac-hj-np-z]';
const EVM = /^0x[0-9a-fA-F]{40}$/;
const TRON = new RegExp(`^T${BASE58}{33}$`);

/** Shape of a mainnet address by network: alphabet, prefix and length. Test networks have other prefixes and never match. */
export const ADDRESS_SHAPES = {
  BTC: new RegExp(`^(?:[13]${BASE58}{25,33}|bc1(?:q(?:${BECH32}{38}|${BECH32}{58})|p${BECH32}{58}))$`),
  LTC: new RegExp(`^(?:[LM3]${BASE58}{25,33}|ltc1(?:q(?:${BECH32}{38}|${BECH32}{58})|p${BECH32}{58}))$`),
  DOGE: new RegExp(`^[DA9]${BASE58}{25,33}$`),
  ETH: EVM,
  ERC20: EVM,
  BEP20: EVM,
  TRX: TRON,
  TRC20: TRON,
  XMR: new RegExp(`^(?:4${BASE58}{94}|4${BASE58}{105}|8${BASE58}{94})$`),
  SOL: new RegExp(`^${BASE58}{32,44}$`),
  XRP: new RegExp(`^r${BASE58}{24,34}$`),
  TON: /^(?:[EU][Qf][A-Za-z0-9_\-+/]{46}|(?:0|-1):[0-9a-fA-F]{64})$/,
  ETC: EVM,
  POLYGON: EVM,
  // Only its own format: the older one is also Bitcoin's, and money sent on the wrong chain is lost
  BCH: new RegExp(`^(?:bitcoincash:)?[qp]${BECH32}{41}$`),
  DASH: new RegExp(`^[X7]${BASE58}{33}$`),
  ZEC: new RegExp(`^t[13]${BASE58}{33}$`),
  XLM: /^G[A-Z2-7]{55}$/,
  ATOM: new RegExp(`^cosmos1${BECH32}{38}$`),
  ADA: new RegExp(`^addr1(?:${BECH32}{53}|${BECH32}{98})$`),
} as const satisfies Readonly<Record<string, RegExp>>;

export type AddressNetwork = keyof typeof ADDRESS_SHAPES;

/** Whether we know the addresses of a network. */
export const isAddressNetwork = (network: string): network is AddressNetwork => Object.hasOwn(ADDRESS_SHAPES, network);

/** The check for forms, of the shape only. An unknown network accepts no address. */
export const checkAddressShape: AddressCheck = (network, address) =>
  isAddressNetwork(network) && ADDRESS_SHAPES[network].test(address) ? 'fine' : 'malformed';

/** Names of networks as wallets show them, with the token standard, as people use either. */
const NETWORK_NAMES: Readonly<Record<AddressNetwork, string>> = {
  BTC: 'Bitcoin',
  LTC: 'Litecoin',
  DOGE: 'Dogecoin',
  ETH: 'Ethereum',
  ERC20: 'Ethereum (ERC-20)',
  BEP20: 'BNB Smart Chain (BEP-20)',
  TRX: 'TRON',
  TRC20: 'TRON (TRC-20)',
  XMR: 'Monero',
  SOL: 'Solana',
  XRP: 'XRP Ledger',
  TON: 'TON',
  ETC: 'Ethereum Classic',
  POLYGON: 'Polygon',
  BCH: 'Bitcoin Cash',
  DASH: 'Dash',
  ZEC: 'Zcash',
  XLM: 'Stellar',
  ATOM: 'Cosmos Hub',
  ADA: 'Cardano',
};

/** The display name of a network; its code where none is known. */
export const networkName = (network: string): string => (isAddressNetwork(network) ? NETWORK_NAMES[network] : network);

/** The name of the chain without a token standard: several networks may share one chain. */
export const chainName = (network: AddressNetwork): string => networkName(network).replace(/ \(.*$/, '');

const NETWORKS = Object.keys(ADDRESS_SHAPES).filter(isAddressNetwork);
/** Solana addresses have neither prefix nor checksum, so a text counts as one only if no other network matches. */
const WITHOUT_PREFIX: AddressNetwork = 'SOL';

/** The networks whose addresses have this shape; empty if it is no address. */
export function networksOf(address: string): readonly AddressNetwork[] {
  const matching = NETWORKS.filter((network) => ADDRESS_SHAPES[network].test(address));
  return matching.length > 1 ? matching.filter((network) => network !== WITHOUT_PREFIX) : matching;
}

const BECH32_UPPER = /^(?:BC|LTC)1[02-9AC-HJ-NP-Z]+$/;

/**
 * An address without white space, extracted from a payment link if it is one. Bech32 in capitals (as in QR codes) becomes lower case; the
 * case of others is significant.
 */
export function normaliseAddress(text: string): string {
  const compact = (readPaymentUri(text)?.address ?? text).replace(/\s+/g, '');
  return BECH32_UPPER.test(compact) ? compact.toLowerCase() : compact;
}
