import * as z from 'zod';
import { isAddress, readDepositKey, readPayoutKey } from '#server/adapters/rails/tron/address.ts';

/** The TRON node and keys. */
export interface TronConfig {
  readonly apiUrl: string;
  readonly apiKey: string | undefined;
  readonly xpub: string | undefined;
  readonly payoutKey: string | undefined;
  readonly explorerUrl: string | undefined;
  /** The most a payout may cost in fees, in sun. */
  readonly maxFee: bigint | undefined;
  /** Token contracts by payment system code; the coin has none. */
  readonly tokens: Readonly<Record<string, string>>;
}

const SUN_PER_TRX = 1_000_000n;

const url = (expected: string) => z.url({ protocol: /^https?$/, error: `must be ${expected}` }).optional();

function readTokens(text: string, context: z.RefinementCtx): Readonly<Record<string, string>> {
  const pairs = text.split(',').map((item) => /^([A-Z0-9]+)=(\w+)$/.exec(item.trim()));
  if (pairs.some((pair) => pair === null || !isAddress(pair[2] ?? ''))) context.addIssue('must be a list of CODE=T<contract address>');
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

export const tronVariables = {
  TRON_API_URL: url('an http(s) URL'),
  TRON_API_KEY: z.string().optional(),
  TRON_XPUB: z.string().optional(),
  TRON_PAYOUT_KEY: z.string().optional(),
  TRON_TOKENS: z.string().transform(readTokens).optional(),
  TRON_EXPLORER_URL: url('an http(s) URL'),
  TRON_MAX_FEE: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of TRX')
    .transform((text) => BigInt(text) * SUN_PER_TRX)
    .optional(),
};

type Variables = { readonly [Name in keyof typeof tronVariables]?: z.output<(typeof tronVariables)[Name]> };

/** Undefined: no node is configured. */
export const tronOf = (env: Variables): TronConfig | undefined =>
  env.TRON_API_URL === undefined
    ? undefined
    : {
        apiUrl: env.TRON_API_URL,
        apiKey: env.TRON_API_KEY,
        xpub: env.TRON_XPUB,
        payoutKey: env.TRON_PAYOUT_KEY,
        explorerUrl: env.TRON_EXPLORER_URL,
        maxFee: env.TRON_MAX_FEE,
        tokens: env.TRON_TOKENS ?? {},
      };

/** Readers of keys throw with the variable's name and without its value. */
function keyProblem(value: string | undefined, read: (text: string) => unknown): string[] {
  try {
    if (value !== undefined) read(value);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : 'a TRON key cannot be read'];
  }
}

/** What is wrong with the keys; values are never repeated. */
export function tronProblems(env: Variables & { readonly MODE: 'demo' | 'production' }): string[] {
  const isMissing = env.MODE === 'production' && env.TRON_API_URL !== undefined && env.TRON_XPUB === undefined;
  return [
    ...(isMissing ? ['TRON_XPUB is required in production mode when TRON_API_URL is set'] : []),
    ...keyProblem(env.TRON_XPUB, readDepositKey),
    ...keyProblem(env.TRON_PAYOUT_KEY, readPayoutKey),
  ];
}
