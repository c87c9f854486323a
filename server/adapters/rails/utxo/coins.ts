/** Address and key versions of one network, as `@scure/btc-signer` takes them. */
interface AddressVersions {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
}

/** A network of a coin, recognised by its first block. */
export interface Network {
  readonly name: 'main' | 'test' | 'regtest';
  readonly genesis: string;
  /** A later block that coins with the same first block do not have. */
  readonly checkpoint?: { readonly height: number; readonly hash: string };
  readonly versions: AddressVersions;
  /** A second version of script addresses that is still paid. */
  readonly oldScriptHash?: number;
}

/** A coin of Bitcoin's family. Amounts in its smallest unit, 1/100 000 000; fee rates in that unit per virtual byte. */
export interface Coin {
  /** Name of its rail in the registry. */
  readonly name: string;
  /** Prefix of its settings: `LITECOIN_RPC_URL`. */
  readonly prefix: string;
  /** Its payment system, whose wallet pays network fees. */
  readonly code: string;
  /** Scheme of its payment URIs (BIP 21). */
  readonly scheme: string;
  readonly isSegwit: boolean;
  /** Confirmations before a coinbase output can be spent. */
  readonly coinbaseMaturity: number;
  /** BIP-32 version of extended public keys on the main network, the first one shown by wallets of the coin. */
  readonly xpubVersions: readonly number[];
  /** A smaller amount is neither counted nor paid nor kept as change. */
  readonly dustLimit: bigint;
  /** Up to this rate small coins are consolidated. */
  readonly lowFeeRate: bigint;
  /** Used if the node has no estimate. */
  readonly fallbackFeeRate: bigint;
  /** The default cap. */
  readonly maxFeeRate: bigint;
  readonly networks: readonly Network[];
}

const XPUB = 0x0488b21e;
const ZPUB = 0x04b24746;

/** Extended public keys of test networks: tpub, vpub, ttub. */
export const TEST_XPUB_VERSIONS: readonly number[] = [0x043587cf, 0x045f1cf6, 0x0436f6e1];

const bitcoinTest = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const litecoinTest = { pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef };

export const BITCOIN = {
  name: 'bitcoin',
  prefix: 'BITCOIN',
  code: 'BTC',
  scheme: 'bitcoin',
  isSegwit: true,
  coinbaseMaturity: 100,
  xpubVersions: [ZPUB, XPUB],
  dustLimit: 546n,
  lowFeeRate: 3n,
  fallbackFeeRate: 20n,
  maxFeeRate: 200n,
  networks: [
    {
      name: 'main',
      genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
      // Bitcoin Cash, Bitcoin Gold and others share the blocks up to 491 406.
      checkpoint: { height: 700_000, hash: '0000000000000000000590fc0f3eba193a278534220b2b37e9849e1a770ca959' },
      versions: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
    },
    {
      name: 'test',
      genesis: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
      versions: { bech32: 'tb', ...bitcoinTest },
    },
    {
      name: 'regtest',
      genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
      versions: { bech32: 'bcrt', ...bitcoinTest },
    },
  ],
} as const satisfies Coin;

export const LITECOIN = {
  name: 'litecoin',
  prefix: 'LITECOIN',
  code: 'LTC',
  scheme: 'litecoin',
  isSegwit: true,
  coinbaseMaturity: 100,
  // Ltub and Mtub besides the common ones
  xpubVersions: [ZPUB, XPUB, 0x019da462, 0x01b26ef6],
  dustLimit: 5460n,
  lowFeeRate: 2n,
  fallbackFeeRate: 10n,
  maxFeeRate: 500n,
  networks: [
    {
      name: 'main',
      genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
      // Litecoin Cash shares the blocks up to 1 371 111. Source: `defaultAssumeValid` in `chainparams.cpp` of Litecoin Core.
      checkpoint: { height: 2_772_730, hash: '80cdb35c080484df5bf384b311fde3c4694d3405765bc0f596e9eb369ff286e5' },
      versions: { bech32: 'ltc', pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
      oldScriptHash: 0x05,
    },
    {
      name: 'test',
      genesis: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0',
      versions: { bech32: 'tltc', ...litecoinTest },
    },
    {
      name: 'regtest',
      genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
      versions: { bech32: 'rltc', ...litecoinTest },
    },
  ],
} as const satisfies Coin;

export const DOGECOIN = {
  name: 'dogecoin',
  prefix: 'DOGECOIN',
  code: 'DOGE',
  scheme: 'dogecoin',
  isSegwit: false,
  // Since block 145 000
  coinbaseMaturity: 240,
  // dgub besides the common one
  xpubVersions: [0x02facafd, XPUB],
  dustLimit: 1_000_000n,
  lowFeeRate: 1_000n,
  fallbackFeeRate: 1_000n,
  maxFeeRate: 100_000n,
  networks: [
    {
      name: 'main',
      genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
      versions: { bech32: 'doge', pubKeyHash: 0x1e, scriptHash: 0x16, wif: 0x9e },
    },
    {
      name: 'test',
      genesis: 'bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e',
      versions: { bech32: 'dogetest', pubKeyHash: 0x71, scriptHash: 0xc4, wif: 0xf1 },
    },
    {
      name: 'regtest',
      genesis: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5',
      versions: { bech32: 'dogeregtest', ...bitcoinTest },
    },
  ],
} as const satisfies Coin;

export const COINS: readonly Coin[] = [BITCOIN, LITECOIN, DOGECOIN];
