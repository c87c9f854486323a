import * as z from 'zod/mini';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { erc20, type EvmNode } from './node.ts';

/** The asset of a payment system on a chain: the contract of its token, null for the chain's own coin. Addresses in lower case. */
export interface EvmAsset {
  readonly contract: `0x${string}` | null;
  /** Chain named by the payment system, null when it names none. */
  readonly chainId: number | null;
}

const COIN_DECIMALS = 18;

const settingsSchema = z.object({
  contract: z.optional(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))),
  chain_id: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
});

/** Reads `railSettings` (`contract`, `chain_id`); undefined if they are malformed. */
export function assetOf(paymentSystem: PaymentSystem): EvmAsset | undefined {
  const parsed = z.safeParse(settingsSchema, paymentSystem.railSettings);
  if (!parsed.success) return undefined;
  const { contract, chain_id: chainId } = parsed.data;
  return {
    contract: contract === undefined ? null : (contract.toLowerCase() as `0x${string}`),
    chainId: chainId === undefined ? null : Number(chainId),
  };
}

/** The destination address: the value of the payment system's wallet field. */
export function destinationOf(paymentSystem: PaymentSystem, values: RequisiteValues): string | undefined {
  const field = paymentSystem.outcomeFields.find(({ kind }) => kind === 'wallet');
  return field && values[field.key];
}

export type AssetCheck =
  | { readonly ok: true; readonly asset: EvmAsset; readonly chainId: number }
  | { readonly ok: false; readonly reason: string };

/**
 * Compares the catalogue with the chain, once per connection and payment system: the chain and the decimals of the token's contract. A
 * wrong row is refused, because it could send a million times too much.
 */
export function createAssetCheck(node: EvmNode): (paymentSystem: PaymentSystem) => Promise<AssetCheck> {
  const decimals = new Map<string, bigint>();
  let connection = node.connection();
  const decimalsOf = async (contract: `0x${string}`): Promise<bigint | undefined> => {
    if (connection !== node.connection()) decimals.clear();
    connection = node.connection();
    const cached = decimals.get(contract);
    if (cached !== undefined) return cached;
    const fetched = await node.callWord(contract, erc20.decimals(), 'latest');
    if (fetched !== undefined) decimals.set(contract, fetched);
    return fetched;
  };
  return async (paymentSystem) => {
    const asset = assetOf(paymentSystem);
    if (!asset) return { ok: false, reason: 'bad_rail_settings' };
    if (asset.chainId === null) return { ok: false, reason: 'no_chain' };
    const chainId = await node.chainId();
    if (asset.chainId !== chainId) return { ok: false, reason: 'other_chain' };
    const actualDecimals = asset.contract === null ? BigInt(COIN_DECIMALS) : await decimalsOf(asset.contract);
    if (actualDecimals !== BigInt(paymentSystem.scale)) return { ok: false, reason: 'other_decimals' };
    return { ok: true, asset, chainId };
  };
}
