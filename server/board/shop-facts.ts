import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { ShopFactsAttributes } from '#contract/board.ts';
import { periodOf } from '#core/figures/period.ts';
import { pow10 } from '#core/money/decimals.ts';
import { timesDown } from '#core/money/fraction.ts';
import { DAY_MS, MINUTE_MS, toRfc3339, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readRated } from '#server/reviews/read-rated.ts';

type FactsDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue' | 'quotes'>;
type Done = Pick<ShopFactsAttributes, 'median_payout_minutes' | 'completed' | 'working_since' | 'rated'>;

const READ_EVERY_MS = MINUTE_MS;
const MEASURED_DAYS = 30;
/** Fewer are an anecdote, and no number is told of them. */
const FEWEST_MEASURED = 20;
const FEWEST_COUNTED = 10;
/** "Since" is worth telling when it is some time ago. */
const WORTH_TELLING_MS = 90 * DAY_MS;
/** What reserves are told in: the visitor's own money, and where that has no price the market's. */
const TOLD_IN = ['RUB', 'USD'] as const;

const DoneRow = z.object({
  today: z.int(),
  week: z.int(),
  measured: z.int(),
  median_seconds: z.nullable(z.number()),
  first_at: z.nullable(z.date()),
});

/** What was done lately, by the days of the shop's own clocks. */
async function readDone(db: Queryable, now: Instant): Promise<Omit<Done, 'rated'>> {
  const at = (moment: Instant) => sql`${new Date(moment)}::timestamptz`;
  const month = now - MEASURED_DAYS * DAY_MS;
  const row = await db.one(
    DoneRow,
    sql`
    select count(*) filter (where ended_at >= ${at(periodOf('today', now).from)})::int as today,
      count(*) filter (where ended_at >= ${at(periodOf('week', now).from)})::int as week,
      count(payout_seconds)::int as measured,
      percentile_cont(0.5) within group (order by coalesce(confirm_seconds, 0) + payout_seconds) as median_seconds,
      (select ended_at from order_results where outcome = 'completed' order by ended_at limit 1) as first_at
    from order_results where outcome = 'completed' and ended_at >= ${at(month)}`,
  );
  const { today, week, measured, median_seconds: median, first_at: first } = row;
  const isOld = first !== null && now - first.getTime() >= WORTH_TELLING_MS;
  return {
    median_payout_minutes: measured < FEWEST_MEASURED || median === null ? null : Math.max(1, Math.ceil(median / 60)),
    completed:
      today >= FEWEST_COUNTED ? { count: today, period: 'today' } : week >= FEWEST_COUNTED ? { count: week, period: 'week' } : null,
    working_since: isOld ? toRfc3339(first.getTime()) : null,
  };
}

/** All that can be paid out now, each wallet once however many systems stand on it. */
function reserveOf({ catalogue, quotes }: FactsDeps): ShopFactsAttributes['reserve'] {
  const prices = quotes.snapshot()?.prices;
  const told = TOLD_IN.find((symbol) => prices?.has(symbol) === true || symbol === 'USD');
  const unit = told === 'USD' ? { num: 1n, den: 1n } : told && prices?.get(told);
  if (!told || !unit || prices === undefined) return null;
  const byWallet = new Map<string, bigint>();
  for (const { code, outcomeEnabled, outcomeWallet, marketSymbol, scale } of catalogue.paymentSystems()) {
    const usd = prices.get(marketSymbol);
    if (!outcomeEnabled || usd === undefined) continue;
    const worth = timesDown(catalogue.reserve(code), { num: usd.num * unit.den, den: usd.den * unit.num * pow10(scale) });
    const known = byWallet.get(outcomeWallet) ?? 0n;
    byWallet.set(outcomeWallet, worth > known ? worth : known);
  }
  const sum = [...byWallet.values()].reduce((all, one) => all + one, 0n);
  return sum > 0n ? { amount: String(sum), currency_iso_code: told } : null;
}

const NOTHING_DONE: Done = { median_payout_minutes: null, completed: null, working_since: null, rated: null };

/** What is told of the shop on its pages: from memory, read anew once a minute by whoever asks then. Nothing of it is invented. */
export function createShopFacts(deps: FactsDeps): () => Promise<ShopFactsAttributes> {
  let known: { readonly done: Done; readonly readAt: Instant } | undefined;
  let reading: Promise<void> | undefined;
  const read = async () => {
    const readAt = deps.clock.now();
    try {
      const [done, rated] = await Promise.all([readDone(deps.db, readAt), readRated(deps.db)]);
      known = { done: { ...done, rated }, readAt };
    } catch (error) {
      deps.log.warn({ error }, 'shop_facts_not_read');
      known = { done: known?.done ?? NOTHING_DONE, readAt };
    }
    reading = undefined;
  };
  return async () => {
    const isOld = known === undefined || deps.clock.now() - known.readAt >= READ_EVERY_MS;
    if (isOld) reading ??= read();
    // Nobody waits for what is known well enough
    if (known === undefined) await reading;
    return { ...(known?.done ?? NOTHING_DONE), reserve: reserveOf(deps) };
  };
}
