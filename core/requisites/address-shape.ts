import { readPaymentUri } from './payment-uri.ts';

/** `malformed`: no address of this network. `nobodys`: money sent there is lost (burn and system addresses). `contract`: a token's own. */
export type AddressVerdict = 'fine' | 'malformed' | 'nobodys' | 'contract';

/**
 * Judges an address of a network. The server's answer (`server/payment-systems/check-address.ts`) knows the checksums and whose
 * addresses are nobody's; `checkAddressShape` knows only shapes, which needs no hashing and fits in a form.
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
  // Only its own form: the older one is Bitcoin's, and money sent to the wrong chain of the two is lost
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

/** The check of a form: shape only. An unknown network has no addresses, so everything is refused. */
export const checkAddressShape: AddressCheck = (network, address) =>
  isAddressNetwork(network) && ADDRESS_SHAPES[network].test(address) ? 'fine' : 'malformed';

/** Names that wallets show the networks by, for every reader alike; a token standard stands beside, since people ask for either. */
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

/** A network's name as it is read; one that we have no name for goes by its code. */
export const networkName = (network: string): string => (isAddressNetwork(network) ? NETWORK_NAMES[network] : network);

/** The chain alone, without the standard of its tokens: several networks may live on one. */
export const chainName = (network: AddressNetwork): string => networkName(network).replace(/ \(.*$/, '');

const NETWORKS = Object.keys(ADDRESS_SHAPES).filter(isAddressNetwork);
/** Solana's addresses have neither prefix nor checksum: only what nobody else claims is taken for one. */
const SHAPELESS: AddressNetwork = 'SOL';

/** The networks whose addresses look like this one; none for a text that is no address anywhere. */
export function networksOf(address: string): readonly AddressNetwork[] {
  const alike = NETWORKS.filter((network) => ADDRESS_SHAPES[network].test(address));
  return alike.length > 1 ? alike.filter((network) => network !== SHAPELESS) : alike;
}

const BECH32_UPPER = /^(?:BC|LTC)1[02-9AC-HJ-NP-Z]+$/;

/**
 * An address without white space, taken out of its payment link where it came in one; bech32 in capitals (as in QR codes) becomes
 * lower case. The case of others means something and stays.
 */
export function normaliseAddress(text: string): string {
  const compact = (readPaymentUri(text)?.address ?? text).replace(/\s+/g, '');
  return BECH32_UPPER.test(compact) ? compact.toLowerCase() : compact;
}
