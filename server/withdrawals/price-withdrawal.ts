import { excludedIn } from '#core/country-rules.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { outcomeOf } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';

type SystemDeps = Pick<Deps, 'catalogue' | 'rails'>;
type ChoiceDeps = SystemDeps & Pick<Deps, 'countries'>;

/** A payment system that earnings are paid to and that can pay now. */
export function payableSystem({ catalogue, rails }: SystemDeps, code: string): PaymentSystem | undefined {
  const system = catalogue.paymentSystem(code);
  if (!system?.referalOutputEnabled || !system.outcomeEnabled) return undefined;
  return rails.get(system.rail)?.capabilities.paysOut === true ? system : undefined;
}

/** The system that somebody chose to be paid to, from where he is (null: nobody knows); what is not exchanged there is not paid out there either. */
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
 * What is paid out for the purse's cents now. The least of a payment system is that of exchanges: a withdrawal's is three dollars
 * (spec 9) wherever sending leaves something of them.
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

/** The same of a withdrawal whose dollars are promised already: the system may have been closed meanwhile, what was asked for is paid. */
export function priceNow(
  deps: Pick<Deps, 'quotes' | 'catalogue'>,
  asked: { outcomeCode: string; purseAmount: bigint },
): Result<bigint, PriceRefusal> {
  const system = deps.catalogue.paymentSystem(asked.outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${asked.outcomeCode}`);
  return outcomeFor(deps, system, asked.purseAmount);
}
