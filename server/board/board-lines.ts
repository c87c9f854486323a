import type { BoardLineAttributes } from '#contract/board.ts';
import type { Resource } from '#contract/document.ts';
import { changePercent } from '#core/history/change.ts';
import { formatAmount } from '#core/money/amount.ts';
import { divide, invert, timesDown, toSignificant, type Fraction } from '#core/money/fraction.ts';
import { pow10, roundDownToPrecision } from '#core/money/decimals.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { minutesOf } from '#server/rates/measured.ts';
import { createAskedLately } from '#server/history/asked-lately.ts';
import { createDayAgo, type DayAgo } from '#server/history/day-ago.ts';

type BoardDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue' | 'quotes'>;

/** An ordinary exchange in dollars: what fixed fees make of a rate depends on the amount. */
const USUAL_USD = 500n;
const RATE_DIGITS = 9;
/** Reserves in memory are a second old at most. */
const STANDS_MS = SECOND_MS;

/** Which directions are asked for. */
export interface BoardOf {
  readonly income: string | undefined;
  readonly outcome: string | undefined;
}

/** How the market rate has moved: invented prices are compared with invented ones only. */
function changeOf({ quotes }: BoardDeps, income: PaymentSystem, outcome: PaymentSystem, ago: DayAgo) {
  const snapshot = quotes.snapshot();
  const now = [income, outcome].map(({ marketSymbol }) => snapshot?.prices.get(marketSymbol));
  const then = [income, outcome].map(({ marketSymbol }) => ago.get(marketSymbol));
  const [incomeNow, outcomeNow] = now;
  const [incomeThen, outcomeThen] = then;
  const isKnown = snapshot && incomeNow && outcomeNow && incomeThen && outcomeThen;
  if (!isKnown || (!snapshot.isDemo && (incomeThen.isDemo || outcomeThen.isDemo))) return { change_24h: null, inverse_change_24h: null };
  const [rateNow, rateThen] = [divide(incomeNow, outcomeNow), divide(incomeThen.price, outcomeThen.price)];
  return { change_24h: changePercent(rateNow, rateThen), inverse_change_24h: changePercent(invert(rateNow), invert(rateThen)) };
}

/** An ordinary amount of a system in its minor units, within what it takes. */
function usualAmount(system: PaymentSystem, usd: Fraction): bigint {
  const amount = roundDownToPrecision(timesDown(USUAL_USD * pow10(system.scale), { num: usd.den, den: usd.num }), system);
  if (amount < system.minAmount) return system.minAmount;
  return amount > system.maxAmount ? system.maxAmount : amount;
}

function lineOf(deps: BoardDeps, { incomeCode, outcomeCode }: Direction, ago: DayAgo): Resource<BoardLineAttributes> | undefined {
  const { catalogue, quotes } = deps;
  const open = quotes.priceOf({ incomeCode, outcomeCode });
  const usd = quotes.usdOf(incomeCode);
  if (!open.ok || usd === undefined) return undefined;
  const { income, outcome, direction } = open.value;
  const quote = quotes.recalculate({ incomeCode, outcomeCode, incomeAmount: usualAmount(income, usd) });
  if (quote === undefined || quote.rate.num <= 0n) return undefined;
  return {
    type: 'board_lines',
    id: `${incomeCode}-${outcomeCode}`,
    attributes: {
      income_payment_system_id: incomeCode,
      outcome_payment_system_id: outcomeCode,
      rate: toSignificant(quote.rate, RATE_DIGITS),
      inverse_rate: toSignificant({ num: quote.rate.den, den: quote.rate.num }, RATE_DIGITS),
      ...changeOf(deps, income, outcome, ago),
      eta_minutes: minutesOf(quotes.times(), direction),
      median_minutes: quotes.times().of({ incomeCode, outcomeCode, kind: 'custom' }),
      reserve: formatAmount(roundDownToPrecision(catalogue.reserve(outcomeCode), outcome), outcome.scale),
      is_demo: quote.isDemo,
    },
  };
}

/** Lines of the board, in the order of the catalogue; the same for all who ask within a second. Undefined: there is no such system. */
export function createBoard(deps: BoardDeps) {
  const askedLately = createAskedLately<readonly Resource<BoardLineAttributes>[]>(deps, STANDS_MS);
  const dayAgo = createDayAgo(deps);
  const read = async ({ income, outcome }: BoardOf) => {
    const ago = await dayAgo();
    const wanted = deps.catalogue
      .directions()
      .filter(
        ({ incomeCode, outcomeCode }) =>
          (income === undefined || income === incomeCode) && (outcome === undefined || outcome === outcomeCode),
      );
    return wanted.flatMap((direction) => lineOf(deps, direction, ago) ?? []);
  };
  return async (of: BoardOf): Promise<readonly Resource<BoardLineAttributes>[] | undefined> => {
    const codes = [of.income, of.outcome].filter((code) => code !== undefined);
    if (codes.some((code) => deps.catalogue.paymentSystem(code) === undefined)) return undefined;
    return await askedLately(`${of.income ?? ''}>${of.outcome ?? ''}`, () => read(of));
  };
}
