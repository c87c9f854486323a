import * as z from 'zod';
import { BITCOIN, type Coin, DOGECOIN, LITECOIN } from '#server/adapters/rails/utxo/coins.ts';
import { readDepositKey, readPayoutKey } from '#server/adapters/rails/utxo/keys.ts';

/** The node and keys of a coin of Bitcoin's family. */
export interface CoinConfig {
  /** Name of its rail. */
  readonly name: string;
  readonly rpcUrl: string;
  readonly xpub: string | undefined;
  readonly payoutKey: string | undefined;
  readonly explorerUrl: string | undefined;
  /** Cap of the fee, smallest units per virtual byte. */
  readonly maxFeeRate: bigint | undefined;
}

const url = (expected: string) => z.url({ protocol: /^https?$/, error: `must be ${expected}` }).optional();
const rpcUrl = url('an http(s) URL, with name and password (http://name:password@127.0.0.1:9332)');
const explorerUrl = url('an http(s) URL');
const key = z.string().optional();
const maxFeeRate = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'must be a whole number of the smallest units per virtual byte')
  .transform(BigInt)
  .optional();

export const coinVariables = {
  BITCOIN_RPC_URL: rpcUrl,
  BITCOIN_XPUB: key,
  BITCOIN_PAYOUT_KEY: key,
  BITCOIN_EXPLORER_URL: explorerUrl,
  BITCOIN_MAX_FEE_RATE: maxFeeRate,
  LITECOIN_RPC_URL: rpcUrl,
  LITECOIN_XPUB: key,
  LITECOIN_PAYOUT_KEY: key,
  LITECOIN_EXPLORER_URL: explorerUrl,
  LITECOIN_MAX_FEE_RATE: maxFeeRate,
  DOGECOIN_RPC_URL: rpcUrl,
  DOGECOIN_XPUB: key,
  DOGECOIN_PAYOUT_KEY: key,
  DOGECOIN_EXPLORER_URL: explorerUrl,
  DOGECOIN_MAX_FEE_RATE: maxFeeRate,
};

type Variables = { readonly [Name in keyof typeof coinVariables]?: z.output<(typeof coinVariables)[Name]> };
type Mode = 'demo' | 'production';

const CONFIGURABLE = [BITCOIN, LITECOIN, DOGECOIN] as const;

/** Coins that have a node. */
export const coinsOf = (env: Variables): readonly CoinConfig[] =>
  CONFIGURABLE.flatMap(({ name, prefix }) => {
    const address = env[`${prefix}_RPC_URL`];
    if (address === undefined) return [];
    return [
      {
        name,
        rpcUrl: address,
        xpub: env[`${prefix}_XPUB`],
        payoutKey: env[`${prefix}_PAYOUT_KEY`],
        explorerUrl: env[`${prefix}_EXPLORER_URL`],
        maxFeeRate: env[`${prefix}_MAX_FEE_RATE`],
      },
    ];
  });

/** What is wrong with the keys of coins; values are never repeated. */
export function coinProblems(env: Variables & { readonly MODE: Mode }): string[] {
  return CONFIGURABLE.flatMap((coin) => {
    const { prefix } = coin;
    const [xpub, payoutKey] = [env[`${prefix}_XPUB`], env[`${prefix}_PAYOUT_KEY`]];
    const isMissing = env.MODE === 'production' && env[`${prefix}_RPC_URL`] !== undefined && xpub === undefined;
    return [
      ...(isMissing ? [`${prefix}_XPUB is required in production mode when ${prefix}_RPC_URL is set`] : []),
      ...(xpub === undefined ? [] : keyProblems(`${prefix}_XPUB`, () => xpubProblem(coin, xpub, env.MODE))),
      ...(payoutKey === undefined ? [] : keyProblems(`${prefix}_PAYOUT_KEY`, () => payoutProblem(coin, payoutKey, env.MODE))),
    ];
  });
}

/** Readers of keys throw with the variable's name and without its value. */
function keyProblems(name: string, check: () => string | undefined): string[] {
  try {
    const problem = check();
    return problem === undefined ? [] : [`${name} ${problem}`];
  } catch (error) {
    return [error instanceof Error ? error.message : `${name} must be a key`];
  }
}

const OF_TEST_NETWORK = 'must be a key of the main network in production mode';

const xpubProblem = (coin: Coin, xpub: string, mode: Mode): string | undefined =>
  readDepositKey(coin, xpub).isMain || mode === 'demo' ? undefined : OF_TEST_NETWORK;

function payoutProblem(coin: Coin, text: string, mode: Mode): string | undefined {
  const { isMain } = readPayoutKey(coin, text);
  if (isMain && mode === 'demo') return 'must be a key of a test network in demo mode: money of the main network is real';
  return isMain || mode === 'demo' ? undefined : OF_TEST_NETWORK;
}
