import type { Resource } from '#contract/document.ts';
import { type BoardLineAttributes, getBoard, getShopFacts } from '#contract/public/board.ts';
import { formatAmount } from '#core/money/amount.ts';
import { pow10, roundDownToPrecision } from '#core/money/decimals.ts';
import { divide, type Fraction, invert, timesDown, toSignificant } from '#core/money/fraction.ts';
import { changePercent } from '#core/money/percent.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse } from '#core/result.ts';
import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createDayAgoPrices, type DayAgoPrices } from '#server/history/rate-history.ts';
import { createShortCache } from '#server/history/short-cache.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { exchangeTimeOf, presentTime } from '#server/rates/payout-time.ts';
import { createShopFacts } from './shop-facts.ts';

type BoardDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue' | 'quotes'>;

/** Amount in dollars that rates are computed for: with fixed fees the rate depends on the amount. */
const USUAL_USD = 500n;
const RATE_DIGITS = 9;
/** The maximum age of reserves in memory. */
const CACHE_MS = SECOND_MS;

/** Filter of directions by payment system code; undefined: any. */
interface BoardQuery {
  readonly income: string | undefined;
  readonly outcome: string | undefined;
}

/** Change of the market rate within 24 hours in percent; null when unknown, or when a real price would be compared with a demo price. */
function changeOf({ quotes }: BoardDeps, income: PaymentSystem, outcome: PaymentSystem, dayAgoPrices: DayAgoPrices) {
  const snapshot = quotes.snapshot();
  const symbols = [income.marketSymbol, outcome.marketSymbol];
  const [incomeNow, outcomeNow] = symbols.map((symbol) => snapshot?.prices.get(symbol));
  const [incomeOld, outcomeOld] = symbols.map((symbol) => dayAgoPrices.get(symbol));
  const isKnown = snapshot && incomeNow && outcomeNow && incomeOld && outcomeOld;
  if (!isKnown || (!snapshot.isDemo && (incomeOld.isDemo || outcomeOld.isDemo))) return { change_24h: null, inverse_change_24h: null };
  const [rateNow, rateOld] = [divide(incomeNow, outcomeNow), divide(incomeOld.price, outcomeOld.price)];
  return { change_24h: changePercent(rateNow, rateOld), inverse_change_24h: changePercent(invert(rateNow), invert(rateOld)) };
}

/** `USUAL_USD` in minor units of a system, within the system's limits. */
function usualAmount(system: PaymentSystem, usd: Fraction): bigint {
  const amount = roundDownToPrecision(timesDown(USUAL_USD * pow10(system.scale), { num: usd.den, den: usd.num }), system);
  if (amount < system.minAmount) return system.minAmount;
  return amount > system.maxAmount ? system.maxAmount : amount;
}

function lineOf(
  deps: BoardDeps,
  { incomeCode, outcomeCode }: Direction,
  dayAgoPrices: DayAgoPrices,
): Resource<BoardLineAttributes> | undefined {
  const { catalogue, quotes } = deps;
  const price = quotes.priceOf({ incomeCode, outcomeCode });
  const usd = quotes.usdOf(incomeCode);
  if (!price.ok || usd === undefined) return undefined;
  const { income, outcome, direction } = price.value;
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
      ...changeOf(deps, income, outcome, dayAgoPrices),
      ...presentTime(exchangeTimeOf(quotes.times(), direction)),
      reserve: formatAmount(roundDownToPrecision(catalogue.reserve(outcomeCode), outcome), outcome.scale),
      is_demo: quote.isDemo,
    },
  };
}

/** Lines of the board in the order of the catalogue, cached for a second. Undefined if a payment system is unknown. */
export function createBoard(deps: BoardDeps) {
  const cached = createShortCache<readonly Resource<BoardLineAttributes>[]>(deps, CACHE_MS);
  const loadDayAgoPrices = createDayAgoPrices(deps);
  const read = async ({ income, outcome }: BoardQuery) => {
    const dayAgoPrices = await loadDayAgoPrices();
    const directions = deps.catalogue
      .directions()
      .filter(
        ({ incomeCode, outcomeCode }) =>
          (income === undefined || income === incomeCode) && (outcome === undefined || outcome === outcomeCode),
      );
    return directions.flatMap((direction) => lineOf(deps, direction, dayAgoPrices) ?? []);
  };
  return async (query: BoardQuery): Promise<readonly Resource<BoardLineAttributes>[] | undefined> => {
    const codes = [query.income, query.outcome].filter((code) => code !== undefined);
    if (codes.some((code) => deps.catalogue.paymentSystem(code) === undefined)) return undefined;
    return await cached(`${query.income ?? ''}>${query.outcome ?? ''}`, () => read(query));
  };
}

/** Public endpoints of the board of rates and the facts about the shop (identity: "The board"). */
export function boardRoutes(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue' | 'quotes' | 'settings'>): Route[] {
  const board = createBoard(deps);
  const facts = createShopFacts(deps);
  return [
    route(getBoard, async ({ query: { income_payment_system_id: income, outcome_payment_system_id: outcome } }) => {
      // The rate file serves all pairs at once
      if (income === undefined && outcome === undefined) return refuse({ code: 'required', field: 'income_payment_system_id' });
      const lines = await board({ income, outcome });
      return lines === undefined ? refuse({ code: 'not_found' }) : accept({ data: lines });
    }),
    route(getShopFacts, async () => accept({ data: { type: 'shop_facts', id: 'shop', attributes: await facts() } })),
  ];
}
