import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { NetworkFeeEstimate } from '#core/pricing/network-fee.ts';
import type { AssetCheck } from './asset.ts';
import type { EvmNode } from './node.ts';

/** A transfer of the coin costs exactly this; one of a token to somebody who never held it about this much, whatever the token. */
const COIN_GAS = 21_000n;
const TOKEN_GAS = 65_000n;

/** The fee that the network takes now for one transfer. Asks only what the node needs no account for: a price is no order. */
export async function estimateNetworkFee(
  { node, checkAsset }: { readonly node: EvmNode; readonly checkAsset: (paymentSystem: PaymentSystem) => Promise<AssetCheck> },
  { paymentSystem, coin }: { readonly paymentSystem: PaymentSystem; readonly coin: Pick<PaymentSystem, 'marketSymbol' | 'scale'> },
): Promise<NetworkFeeEstimate | null> {
  const check = await checkAsset(paymentSystem);
  if (!check.ok) return null;
  const gas = check.asset.contract === null ? COIN_GAS : TOKEN_GAS;
  return { amount: gas * (await node.gasPrice()), marketSymbol: coin.marketSymbol, scale: coin.scale };
}
