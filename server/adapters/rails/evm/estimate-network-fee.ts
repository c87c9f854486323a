import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { NetworkFeeEstimate } from '#core/pricing/network-fee.ts';
import type { AssetCheck } from './asset.ts';
import type { EvmNode } from './node.ts';

/** Exact gas of a coin transfer; typical gas of a transfer of any token to an address that never held it. */
const COIN_GAS = 21_000n;
const TOKEN_GAS = 65_000n;

/** Current network fee of one transfer. Uses only node calls that need no account. */
export async function estimateNetworkFee(
  { node, checkAsset }: { readonly node: EvmNode; readonly checkAsset: (paymentSystem: PaymentSystem) => Promise<AssetCheck> },
  { paymentSystem, coin }: { readonly paymentSystem: PaymentSystem; readonly coin: Pick<PaymentSystem, 'marketSymbol' | 'scale'> },
): Promise<NetworkFeeEstimate | null> {
  const check = await checkAsset(paymentSystem);
  if (!check.ok) return null;
  const gas = check.asset.contract === null ? COIN_GAS : TOKEN_GAS;
  return { amount: gas * (await node.gasPrice()), marketSymbol: coin.marketSymbol, scale: coin.scale };
}
