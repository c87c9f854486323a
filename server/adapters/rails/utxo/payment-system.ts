import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Network } from './coins.ts';
import { confirmationSteps, readSteps } from './confirmations.ts';
import { servedNetwork, type ScanDeps } from './scan-chain.ts';

const DECIMALS = 8;

export type SystemCheck = { readonly ok: true; readonly network: Network } | { readonly ok: false; readonly problem: string };

/** Compares the catalogue with the chain. A wrong row is refused, because it could send a million times too much. */
export async function checkSystem(deps: Pick<ScanDeps, 'node' | 'coin' | 'mainOnly'>, system: PaymentSystem): Promise<SystemCheck> {
  if (system.scale !== DECIMALS) return { ok: false, problem: 'other_decimals' };
  if (system.network !== deps.coin.code) return { ok: false, problem: 'other_chain' };
  if (readSteps(confirmationSteps(system)) === undefined) return { ok: false, problem: 'bad_confirmations' };
  const network = await servedNetwork(deps);
  return network ? { ok: true, network } : { ok: false, problem: 'other_chain' };
}

/** The destination address: the value of the payment system's wallet field. */
export function destinationOf(system: PaymentSystem, values: RequisiteValues): string | undefined {
  const field = system.outcomeFields.find(({ kind }) => kind === 'wallet');
  return (field && values[field.key])?.trim();
}
