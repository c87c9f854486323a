import type { PayoutQuoteAttributes, PurseAttributes } from '#contract/account/payouts.ts';
import type { Resource } from '#contract/document.ts';
import { excludedIn } from '#core/country/country-rules.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { invert, toSignificant } from '#core/money/fraction.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import {
  MIN_WITHDRAWAL,
  outcomeOf,
  PROMISE_MS,
  type Purse,
  PURSE_ASSET,
  PURSE_SCALE,
  purseAmountFor,
} from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { purseBalances } from '#server/ledger/wallets.ts';
import { measureMinutes } from './store.ts';

type SystemDeps = Pick<Deps, 'catalogue' | 'rails'>;
type ChoiceDeps = SystemDeps & Pick<Deps, 'countries'>;

/** A payment system that can pay out earnings now. */
function payableSystem({ catalogue, rails }: SystemDeps, code: string): PaymentSystem | undefined {
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
 * Outcome of a balance in cents at the current rate. The minimum of exchanges does not apply: a withdrawal's is three dollars (spec 9) if
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

/** Current outcome of an existing withdrawal, which is paid even if its payment system was closed since. */
export function priceNow(
  deps: Pick<Deps, 'quotes' | 'catalogue'>,
  withdrawal: { outcomeCode: string; purseAmount: bigint },
): Result<bigint, PriceRefusal> {
  const system = deps.catalogue.paymentSystem(withdrawal.outcomeCode);
  if (system === undefined) throw new Error(`the catalogue lost ${withdrawal.outcomeCode}`);
  return outcomeFor(deps, system, withdrawal.purseAmount);
}

const RATE_DIGITS = 12;
/** Withdrawals older than this do not count in the median time. */
const MEDIAN_WINDOW_MS = 30 * DAY_MS;

const dollars = (cents: bigint): string => formatAmount(cents, PURSE_SCALE);

/** Dollars as typed, in cents; undefined: not an amount. */
export function centsOf(text: string): bigint | undefined {
  const parsed = parseAmount(text, { scale: PURSE_SCALE, precision: PURSE_SCALE });
  return parsed.ok ? parsed.minor : undefined;
}

export async function readPurses({ db }: Pick<Deps, 'db'>, userId: string): Promise<Resource<PurseAttributes>[]> {
  const purses = await purseBalances(db, userId);
  return purses.map(({ purse, owed, available }) => ({
    type: 'purses',
    id: purse,
    attributes: {
      purse,
      currency_iso_code: PURSE_ASSET,
      owed_amount: dollars(owed),
      available_amount: dollars(available),
      min_amount: dollars(MIN_WITHDRAWAL),
    },
  }));
}

const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b);

interface QuoteWithdrawalInput {
  readonly userId: string;
  readonly purse: Purse;
  /** As typed; undefined: the whole balance; text that is no amount counts as 0. */
  readonly amount: string | undefined;
  readonly code: string;
  /** The customer's country; null: unknown. */
  readonly country: string | null;
}

/** What the dollars of a balance would pay now, and the limits. Reserves nothing. */
export async function quoteWithdrawal(
  deps: Pick<Deps, 'db' | 'clock' | 'catalogue' | 'countries' | 'rails' | 'quotes'>,
  { userId, purse, amount: amountText, code, country }: QuoteWithdrawalInput,
): Promise<Result<PayoutQuoteAttributes, 'direction_unavailable' | 'country_not_allowed' | 'rate_unavailable'>> {
  const chosen = chosenSystem(deps, { code, country });
  if (!chosen.ok) return chosen;
  const system = chosen.value;
  const usd = deps.quotes.usdOf(code);
  if (usd === undefined) return refuse({ code: 'rate_unavailable' });
  const available = (await purseBalances(deps.db, userId)).find((balance) => balance.purse === purse)?.available ?? 0n;
  const amount = maxOf(amountText === undefined ? available : (centsOf(amountText) ?? 0n), 0n);
  return accept({
    purse,
    amount: dollars(amount),
    payment_system_id: code,
    outcome_amount: formatAmount(outcomeOf(amount, system, usd), system.scale),
    network_fee: formatAmount(system.networkFee, system.scale),
    rate: toSignificant(invert(usd), RATE_DIGITS),
    min_amount: dollars(maxOf(MIN_WITHDRAWAL, purseAmountFor(1n, system, usd))),
    max_amount: dollars(purseAmountFor(system.maxAmount, system, usd) - 1n),
    available_amount: dollars(maxOf(available, 0n)),
    promised_hours: PROMISE_MS / HOUR_MS,
    median_minutes: await measureMinutes(deps.db, { code, since: deps.clock.now() - MEDIAN_WINDOW_MS }),
  });
}
