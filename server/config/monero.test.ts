import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const NODE = { MONERO_NODE_URL: 'http://127.0.0.1:18089' };
const RECEIVING = { MONERO_WALLET_RPC_URL: 'http://shop:hidden@127.0.0.1:18083' };
const PAYING = { MONERO_PAYOUT_RPC_URL: 'http://shop:hidden@127.0.0.1:18084' };

function refusalOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env);
    return 'none';
  } catch (error) {
    return String(error);
  }
}

test('node, wallets and the highest fee', () => {
  expect(readConfig({}).monero).toBeUndefined();
  expect(readConfig({ ...NODE, ...RECEIVING, ...PAYING, MONERO_MAX_FEE: '0.02' }).monero).toEqual({
    nodeUrl: NODE.MONERO_NODE_URL,
    walletUrl: RECEIVING.MONERO_WALLET_RPC_URL,
    payoutUrl: PAYING.MONERO_PAYOUT_RPC_URL,
    explorerUrl: undefined,
    maxFee: 20_000_000_000n,
  });
  expect(readConfig({ ...NODE, MONERO_MAX_FEE: '1' }).monero?.maxFee).toBe(1_000_000_000_000n);
});

test('a web process does not get the way to the wallet that pays', () => {
  const config = readConfig({ ...NODE, ...RECEIVING, ...PAYING, ROLE: 'web' });
  expect(config.monero).toMatchObject({ walletUrl: RECEIVING.MONERO_WALLET_RPC_URL, payoutUrl: undefined });
});

test.each([
  ['MONERO_NODE_URL must be', { MONERO_NODE_URL: '127.0.0.1:18089' }],
  ['MONERO_WALLET_RPC_URL must be', { ...NODE, MONERO_WALLET_RPC_URL: 'shop:hidden' }],
  ['MONERO_WALLET_RPC_URL needs MONERO_NODE_URL', RECEIVING],
  ['MONERO_PAYOUT_RPC_URL needs MONERO_NODE_URL', PAYING],
  ['MONERO_PAYOUT_RPC_URL must be another server', { ...NODE, ...RECEIVING, MONERO_PAYOUT_RPC_URL: RECEIVING.MONERO_WALLET_RPC_URL }],
  ['MONERO_MAX_FEE must be', { ...NODE, MONERO_MAX_FEE: '0' }],
  ['MONERO_MAX_FEE must be', { ...NODE, MONERO_MAX_FEE: '1e9' }],
  ['MONERO_WALLET_RPC_URL is required', { ...NODE, MODE: 'production' }],
])('%s: refused, and no password is repeated', (problem, env) => {
  expect(refusalOf(env)).toContain(problem);
  expect(refusalOf(env)).not.toContain('hidden');
});
