import type { Resource } from '#contract/document.ts';
import type { PayoutQuoteAttributes, PurseAttributes } from '#contract/payouts.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { invert, toSignificant } from '#core/money/fraction.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import {
  MIN_WITHDRAWAL,
  outcomeOf,
  PROMISE_MS,
  PURSE_ASSET,
  PURSE_SCALE,
  type Purse,
  purseAmountFor,
} from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { purseBalances } from '#server/ledger/purse-balances.ts';
import { chosenSystem } from './price-withdrawal.ts';
import { measureMinutes } from './store.ts';

const RATE_DIGITS = 12;
/** Older ones say little about today. */
const MEASURED_MS = 30 * DAY_MS;

const dollars = (cents: bigint): string => formatAmount(cents, PURSE_SCALE);

/** Dollars as somebody typed them, in cents; undefined for what is no amount. */
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

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

interface Asked {
  readonly userId: string;
  readonly purse: Purse;
  /** As typed; undefined: all of it. What is no amount yet is shown as nothing. */
  readonly amount: string | undefined;
  readonly code: string;
  /** Where he is; null: nobody knows. */
  readonly country: string | null;
}

/** What a purse's dollars would bring now, and between which limits: it promises nothing, and says it for any amount. */
export async function quoteWithdrawal(
  deps: Pick<Deps, 'db' | 'clock' | 'catalogue' | 'countries' | 'rails' | 'quotes'>,
  { userId, purse, amount: typed, code, country }: Asked,
): Promise<Result<PayoutQuoteAttributes, 'direction_unavailable' | 'country_not_allowed' | 'rate_unavailable'>> {
  const chosen = chosenSystem(deps, { code, country });
  if (!chosen.ok) return chosen;
  const system = chosen.value;
  const usd = deps.quotes.usdOf(code);
  if (usd === undefined) return refuse({ code: 'rate_unavailable' });
  const available = (await purseBalances(deps.db, userId)).find((one) => one.purse === purse)?.available ?? 0n;
  const amount = larger(typed === undefined ? available : (centsOf(typed) ?? 0n), 0n);
  return accept({
    purse,
    amount: dollars(amount),
    payment_system_id: code,
    outcome_amount: formatAmount(outcomeOf(amount, system, usd), system.scale),
    network_fee: formatAmount(system.networkFee, system.scale),
    rate: toSignificant(invert(usd), RATE_DIGITS),
    min_amount: dollars(larger(MIN_WITHDRAWAL, purseAmountFor(1n, system, usd))),
    max_amount: dollars(purseAmountFor(system.maxAmount, system, usd) - 1n),
    available_amount: dollars(larger(available, 0n)),
    promised_hours: PROMISE_MS / HOUR_MS,
    median_minutes: await measureMinutes(deps.db, { code, since: deps.clock.now() - MEASURED_MS }),
  });
}
