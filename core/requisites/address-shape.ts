/**
 * Tells whether an address belongs to a network. The server's answer (`server/payment-systems/check-address.ts`) knows the
 * checksums; `looksLikeAddress` knows only shapes, which needs no hashing and fits in a form.
 */
export type AddressCheck = (network: string, address: string) => boolean;

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
} as const satisfies Readonly<Record<string, RegExp>>;

export type AddressNetwork = keyof typeof ADDRESS_SHAPES;

/** Whether we know the addresses of a network. */
export const isAddressNetwork = (network: string): network is AddressNetwork => Object.hasOwn(ADDRESS_SHAPES, network);

/** The check of a form: shape only. An unknown network has no addresses, so everything is refused. */
export const looksLikeAddress: AddressCheck = (network, address) => isAddressNetwork(network) && ADDRESS_SHAPES[network].test(address);

const BECH32_UPPER = /^(?:BC|LTC)1[02-9AC-HJ-NP-Z]+$/;

/** An address without white space; bech32 in capitals (as in QR codes) becomes lower case. The case of others means something and stays. */
export function normaliseAddress(text: string): string {
  const compact = text.replace(/\s+/g, '');
  return BECH32_UPPER.test(compact) ? compact.toLowerCase() : compact;
}
