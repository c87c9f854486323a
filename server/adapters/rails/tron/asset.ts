import * as z from 'zod/mini';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { isAddress } from './address.ts';
import type { TronNode } from './node.ts';

/** Block 0 of the main network. */
export const MAIN_GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';

const COIN_DECIMALS = 6n;

const settingsSchema = z.object({ contract: z.optional(z.string().check(z.refine(isAddress))) });

/** The token's contract in `railSettings`; null for the coin, undefined if the settings are malformed. */
export function contractOf(paymentSystem: PaymentSystem): string | null | undefined {
  const parsed = z.safeParse(settingsSchema, paymentSystem.railSettings);
  return parsed.success ? (parsed.data.contract ?? null) : undefined;
}

/** The destination address: the value of the payment system's wallet field. */
export function destinationOf(paymentSystem: PaymentSystem, values: RequisiteValues): string | undefined {
  const field = paymentSystem.outcomeFields.find(({ kind }) => kind === 'wallet');
  return field && values[field.key]?.trim();
}

export type AssetCheck = { readonly ok: true; readonly contract: string | null } | { readonly ok: false; readonly reason: string };

/**
 * Compares a payment system with the network: its contract has the decimals of the catalogue, because a wrong row could send a million times
 * too much; the network is the main one unless `developmentOnly`.
 */
export async function checkAsset(
  { node, developmentOnly }: { readonly node: TronNode; readonly developmentOnly: boolean },
  paymentSystem: PaymentSystem,
): Promise<AssetCheck> {
  const contract = contractOf(paymentSystem);
  if (contract === undefined || (contract === null) !== (paymentSystem.network === 'TRX'))
    return { ok: false, reason: 'bad_rail_settings' };
  if (!developmentOnly && (await node.genesis()) !== MAIN_GENESIS) return { ok: false, reason: 'other_chain' };
  const decimals = contract === null ? COIN_DECIMALS : await node.decimals(contract);
  return decimals === BigInt(paymentSystem.scale) ? { ok: true, contract } : { ok: false, reason: 'other_decimals' };
}
