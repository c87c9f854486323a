import * as z from 'zod';

/** The Monero node and wallets. URLs with name and password, if the servers have a login. */
export interface MoneroConfig {
  readonly nodeUrl: string;
  readonly walletUrl: string | undefined;
  /** Leads to the wallet that pays: a secret of processes that pay. */
  readonly payoutUrl: string | undefined;
  readonly explorerUrl: string | undefined;
  /** The most a payout may cost in fees, in atomic units. */
  readonly maxFee: bigint | undefined;
}

const DECIMALS = 12;

const url = (expected: string) => z.url({ protocol: /^https?$/, error: `must be ${expected}` }).optional();
const rpcUrl = url('an http(s) URL (http://name:password@127.0.0.1:18083)');

export const moneroVariables = {
  MONERO_NODE_URL: rpcUrl,
  MONERO_WALLET_RPC_URL: rpcUrl,
  MONERO_PAYOUT_RPC_URL: rpcUrl,
  MONERO_EXPLORER_URL: url('an http(s) URL'),
  MONERO_MAX_FEE: z
    .string()
    .regex(/^(?=.*[1-9])\d{1,2}(\.\d{1,12})?$/, 'must be an amount of XMR below 100 (0.01)')
    .transform((text) => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
    })
    .optional(),
};

type Variables = { readonly [Name in keyof typeof moneroVariables]?: z.output<(typeof moneroVariables)[Name]> };

/** Undefined: no node is configured. */
export const moneroOf = (env: Variables): MoneroConfig | undefined =>
  env.MONERO_NODE_URL === undefined
    ? undefined
    : {
        nodeUrl: env.MONERO_NODE_URL,
        walletUrl: env.MONERO_WALLET_RPC_URL,
        payoutUrl: env.MONERO_PAYOUT_RPC_URL,
        explorerUrl: env.MONERO_EXPLORER_URL,
        maxFee: env.MONERO_MAX_FEE,
      };

/** What is wrong with the settings in combination; values are never repeated. */
export function moneroProblems(env: Variables & { readonly MODE: 'demo' | 'production' }): string[] {
  const wallets = ['MONERO_WALLET_RPC_URL', 'MONERO_PAYOUT_RPC_URL'] as const;
  const [receiving, paying] = wallets.map((name) => env[name]);
  if (env.MONERO_NODE_URL === undefined)
    return wallets.filter((name) => env[name] !== undefined).map((name) => `${name} needs MONERO_NODE_URL, the node of the wallet`);
  return [
    ...(env.MODE === 'production' && receiving === undefined
      ? ['MONERO_WALLET_RPC_URL is required in production mode when MONERO_NODE_URL is set']
      : []),
    ...(receiving !== undefined && paying !== undefined && new URL(receiving).host === new URL(paying).host
      ? ['MONERO_PAYOUT_RPC_URL must be another server than MONERO_WALLET_RPC_URL: that one has no key to spend']
      : []),
  ];
}
