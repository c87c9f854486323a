import { excludedIn } from '#core/country/country-rules.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { outcomeOf } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';

type SystemDeps = Pick<Deps, 'catalogue' | 'rails'>;
type ChoiceDeps = SystemDeps & Pick<Deps, 'countries'>;

/** A payment system that can pay out earnings now. */
export function payableSystem({ catalogue, rails }: SystemDeps, code: string): PaymentSystem | undefined {
  const system = catalogue.paymentSystem(code);
  if (!system?.referalOutputEnabled || !system.outcomeEnabled) return undefined;
  return rails.get(system.rail)?.capabilities.paysOut === true ? system : undefined;
}

/** The chosen payment system. `country`: the customer's, null if unknown; currencies not exchanged there are not paid out there. */
export function chosenSystem(
  deps: ChoiceDeps,
  { code, country }: { readonly code: string; readonly country: string | null },
): Result<PaymentSystem, 'direction_unavailable' | 'country_not_allowed'> {
  const system = payableSystem(deps, code);
  if (!system) return refuse({ code: 'direction_unavailable', field: 'payment_system_id' });
  const isExcluded = excludedIn(deps.countries.rules(), country).has(system.currency);
  return isExcluded ? refuse({ code: 'country_not_allowed', field: 'payment_system_id' }) : accept(system);
}

export type PriceRefusal = 'rate_unavailable' | 'amount_below_minimum' | 'amount_above_maximum';

/**
 * Outcome of purse cents at the current rate. The minimum of exchanges does not apply: a withdrawal's is three dollars (spec 9) if
 * anything remains after the network fee.
 */
export function outcomeFor(
  { quotes }: { readonly quotes: Pick<Deps['quotes'], 'usdOf'> },
  system: PaymentSystem,
  amount: bigint,
): Result<bigint, PriceRefusal> {
  const usd = quotes.usdOf(system.code);
  if (usd === undefined) return refuse({ code: 'rate_unavailable' });
  const outcome = outcomeOf(amount, system, usd);
  if (outcome <= 0n) return refuse({ code: 'amount_below_minimum', field: 'amount' });
  return outcome > system.maxAmount ? refuse({ code: 'amount_above_maximum', field: 'amount' }) : accept(outcome);
}

/** Current outcome of an existing withdrawal; it is paid even if the system was closed meanwhile. */
export function priceNow(
  deps: Pick<Deps, 'quotes' | 'catalogue'>,
  withdrawal: { outcomeCode: string; purseAmount: bigint },
): Result<bigint, PriceRefusal> {
  const system = deps.catalogue.paymentSystem(withdrawal.outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${withdrawal.outcomeCode}`);
  return outcomeFor(deps, system, withdrawal.purseAmount);
}
