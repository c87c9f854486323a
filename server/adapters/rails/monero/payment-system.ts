import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { MoneroNode } from './node.ts';
import type { Network } from './translate.ts';

/** Money cannot be spent before, so that it counts as received no earlier. */
export const MIN_CONFIRMATIONS = 10;

export const DECIMALS = 12;

export type SystemCheck = { readonly ok: true; readonly network: Network } | { readonly ok: false; readonly problem: string };

/** Compares the catalogue with the node: a wrong row could send a million times too much. */
export async function checkSystem(
  { node, developmentOnly }: { readonly node: MoneroNode; readonly developmentOnly: boolean },
  system: PaymentSystem,
): Promise<SystemCheck> {
  if (system.scale !== DECIMALS) return { ok: false, problem: 'other_decimals' };
  if (system.network !== 'XMR') return { ok: false, problem: 'other_chain' };
  const { network } = await node.head();
  return developmentOnly || network === 'main' ? { ok: true, network } : { ok: false, problem: 'other_chain' };
}

export const confirmationsOf = ({ requiredConfirmations }: Pick<PaymentSystem, 'requiredConfirmations'>): number =>
  Math.max(MIN_CONFIRMATIONS, requiredConfirmations);

/** The destination address: the value of the payment system's wallet field. */
export function destinationOf(system: PaymentSystem, values: RequisiteValues): string | undefined {
  const field = system.outcomeFields.find(({ kind }) => kind === 'wallet');
  return field && values[field.key]?.trim();
}
