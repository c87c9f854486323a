import { expect, test } from 'vitest';
import { evmPaymentSystem } from '#tests/make/evm-world.ts';
import { createAssetCheck } from './asset.ts';
import { estimateNetworkFee } from './evm-rail.ts';
import type { EvmNode } from './node.ts';

const CONTRACT = `0x${'ab'.repeat(20)}` as const;
const node = {
  connection: () => 0,
  chainId: async () => 1,
  callWord: async () => 6n,
  gasPrice: async () => 20_000_000_000n,
} as unknown as EvmNode;
const deps = { node, checkAsset: createAssetCheck(node) };
const coin = evmPaymentSystem({ code: 'ETH', scale: 18, chainId: 1 });
const token = evmPaymentSystem({ code: 'USDT', scale: 6, chainId: 1, contract: CONTRACT });

test('transfers of coin and token cost their gas at the current price, in the coin', async () => {
  const eth = { marketSymbol: 'ETH', scale: 18 };
  expect(await estimateNetworkFee(deps, { paymentSystem: coin, coin })).toEqual({ ...eth, amount: 420_000_000_000_000n });
  expect(await estimateNetworkFee(deps, { paymentSystem: token, coin })).toEqual({ ...eth, amount: 1_300_000_000_000_000n });
});

test('a payment system of another chain has no estimate', async () => {
  const elsewhere = evmPaymentSystem({ code: 'ETH', scale: 18, chainId: 56 });
  expect(await estimateNetworkFee(deps, { paymentSystem: elsewhere, coin })).toBeNull();
});
