import type { ShopFactsAttributes } from '#contract/public/board.ts';
import { periodOf } from '#core/figures/figures.ts';
import { pow10 } from '#core/money/decimals.ts';
import { timesDown } from '#core/money/fraction.ts';
import { DAY_MS, MINUTE_MS, toRfc3339, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { readAverageRating } from '#server/reviews/queries.ts';

type FactsDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue' | 'quotes' | 'settings'>;
type CompletedFacts = Pick<ShopFactsAttributes, 'median_payout_minutes' | 'median_today_minutes' | 'completed' | 'working_since' | 'rated'>;

const READ_EVERY_MS = MINUTE_MS;
const MEASURED_DAYS = 30;
/** With fewer orders the number is left out: too few to be meaningful. */
const MIN_MEASURED = 20;
const MIN_COUNTED = 10;
/** "Working since" is left out for a shop younger than this. */
const MIN_AGE_MS = 90 * DAY_MS;
/** Currencies of the reserve, by preference: dollars when roubles have no price. */
const RESERVE_CURRENCIES = ['RUB', 'USD'] as const;

const CompletedRow = rowType({
  today: col.number,
  week: col.number,
  measured: col.number,
  median_seconds: col.nullable(col.number),
  measured_today: col.number,
  today_seconds: col.nullable(col.number),
  first_at: col.nullable(col.timestamp),
});

const wholeMinutes = (seconds: number | null): number | null => (seconds === null ? null : Math.max(1, Math.ceil(seconds / 60)));

/** Facts of completed orders, by calendar days of the shop's time zone. */
async function readCompletedFacts(db: Queryable, now: Instant): Promise<Omit<CompletedFacts, 'rated'>> {
  const at = (moment: Instant) => sql`${new Date(moment)}::timestamptz`;
  const dayStart = at(periodOf('today', now).from);
  const seconds = sql`coalesce(confirm_seconds, 0) + payout_seconds`;
  const month = now - MEASURED_DAYS * DAY_MS;
  const row = await db.one(
    CompletedRow,
    sql`
    select count(*) filter (where ended_at >= ${dayStart})::int as today,
      count(*) filter (where ended_at >= ${at(periodOf('week', now).from)})::int as week,
      count(payout_seconds)::int as measured,
      percentile_cont(0.5) within group (order by ${seconds}) as median_seconds,
      count(payout_seconds) filter (where ended_at >= ${dayStart})::int as measured_today,
      percentile_cont(0.5) within group (order by ${seconds}) filter (where ended_at >= ${dayStart}) as today_seconds,
      (select ended_at from order_results where outcome = 'completed' order by ended_at limit 1) as first_at
    from order_results where outcome = 'completed' and ended_at >= ${at(month)}`,
  );
  const { today, week, measured, median_seconds: median, measured_today: measuredToday, today_seconds: todayMedian, first_at: first } = row;
  const isOld = first !== null && now - first.getTime() >= MIN_AGE_MS;
  return {
    median_payout_minutes: measured < MIN_MEASURED ? null : wholeMinutes(median),
    median_today_minutes: measuredToday < MIN_COUNTED ? null : wholeMinutes(todayMedian),
    completed: today >= MIN_COUNTED ? { count: today, period: 'today' } : week >= MIN_COUNTED ? { count: week, period: 'week' } : null,
    working_since: isOld ? toRfc3339(first.getTime()) : null,
  };
}

/** Sum of reserves that can be paid out now; a wallet shared by several systems counts once. */
function reserveOf({ catalogue, quotes }: FactsDeps): ShopFactsAttributes['reserve'] {
  const prices = quotes.snapshot()?.prices;
  const currency = RESERVE_CURRENCIES.find((symbol) => prices?.has(symbol) === true || symbol === 'USD');
  const unit = currency === 'USD' ? { num: 1n, den: 1n } : currency && prices?.get(currency);
  if (!currency || !unit || prices === undefined) return null;
  const byWallet = new Map<string, bigint>();
  for (const { code, outcomeEnabled, outcomeWallet, marketSymbol, scale } of catalogue.paymentSystems()) {
    const usd = prices.get(marketSymbol);
    if (!outcomeEnabled || usd === undefined) continue;
    const worth = timesDown(catalogue.reserve(code), { num: usd.num * unit.den, den: usd.den * unit.num * pow10(scale) });
    const previous = byWallet.get(outcomeWallet) ?? 0n;
    byWallet.set(outcomeWallet, worth > previous ? worth : previous);
  }
  const sum = [...byWallet.values()].reduce((total, worth) => total + worth, 0n);
  return sum > 0n ? { amount: String(sum), currency_iso_code: currency } : null;
}

const NO_FACTS: CompletedFacts = {
  median_payout_minutes: null,
  median_today_minutes: null,
  completed: null,
  working_since: null,
  rated: null,
};

/** Facts about the shop for its pages, cached; the first request after a minute starts a new read. */
export function createShopFacts(deps: FactsDeps): () => Promise<ShopFactsAttributes> {
  let cached: { readonly facts: CompletedFacts; readonly readAt: Instant } | undefined;
  let reading: Promise<void> | undefined;
  const isReviewed = deps.settings.modulesOff?.includes('reviews') !== true;
  const read = async () => {
    const readAt = deps.clock.now();
    try {
      const [completed, rated] = await Promise.all([readCompletedFacts(deps.db, readAt), isReviewed ? readAverageRating(deps.db) : null]);
      cached = { facts: { ...completed, rated }, readAt };
    } catch (error) {
      deps.log.warn({ error }, 'shop_facts_not_read');
      cached = { facts: cached?.facts ?? NO_FACTS, readAt };
    }
    reading = undefined;
  };
  return async () => {
    const isOld = cached === undefined || deps.clock.now() - cached.readAt >= READ_EVERY_MS;
    if (isOld) reading ??= read();
    // Only the first request waits; later ones get the cached facts during a read
    if (cached === undefined) await reading;
    return { ...(cached?.facts ?? NO_FACTS), reserve: reserveOf(deps) };
  };
}
