import type { DirectionSides } from '#server/rates/quotes.ts';
import type { ChangePreviewAttributes } from '#contract/office/catalogue/rate-desk.ts';
import { formatAmount } from '#core/money/amount.ts';
import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { deviationPercent } from '#core/money/percent.ts';
import { outcomeFor } from '#core/pricing/convert.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import type { ChangePreview } from '#server/changes/check-items.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { promisedMinutesOf } from '#server/rates/payout-time.ts';
import { linesOf } from '#server/rates/rate-file.ts';
import { type ChangedDirection, changedDirections } from './changed-directions.ts';

const CompletedRow = rowType({ key: col.text, income_amount: col.text });
type CompletedRow = RowOf<typeof CompletedRow>;

/** Income amounts, in minor units, of the newest completed orders of these directions. */
const listCompleted = (db: Queryable, keys: readonly string[], limit: number): Promise<CompletedRow[]> =>
  db.many(
    CompletedRow,
    sql`
    select income_code || '>' || outcome_code as key, income_amount from orders
    where status = 'completed' and income_code || '>' || outcome_code = any(${keys}::text[]) order by created_at desc limit ${limit}`,
  );

const CENTS = 2;

/**
 * Earnings of one exchange in US cents rounded down: the income's market value less the amount paid out, before network costs.
 * `outcomeUsd`: price of one whole unit.
 */
function earnedCents(price: DirectionPrice, incomeAmount: bigint, outcomeUsd: Fraction): bigint {
  const { income, outcome, reference } = price;
  const worth = (incomeAmount * reference.num * pow10(outcome.scale)) / (reference.den * pow10(income.scale));
  const margin = worth - outcomeFor(price, incomeAmount);
  const num = margin * outcomeUsd.num * pow10(CENTS);
  const den = outcomeUsd.den * pow10(outcome.scale);
  return num >= 0n || num % den === 0n ? num / den : num / den - 1n;
}

const centsText = (cents: bigint): string => formatAmount(cents, CENTS);

/** Number of directions listed at most; `direction_count` covers all. */
const MAX_LISTED = 100;
/** "Earnings on the last 100 orders" (domain 10). */
const MAX_ORDERS = 100;

type PreviewDeps = Pick<Deps, 'db' | 'catalogue' | 'quotes'>;
type Side = ChangePreviewAttributes['directions'][number]['before'];

const isPublished = ({ direction, income, outcome }: DirectionSides): boolean =>
  direction.enabled && income.incomeEnabled && outcome.outcomeEnabled;

function sideOf({ catalogue, quotes }: PreviewDeps, sides: DirectionSides | undefined): Side {
  if (!sides) return null;
  const price = isPublished(sides) ? quotes.previewPrice(sides) : undefined;
  if (!price) return { rate: null, deviation_percent: null, file: [] };
  const [band] = price.bands;
  const rate = { num: band.rate.digits, den: 10n ** BigInt(band.rate.decimals) };
  const file = linesOf(price, {
    reserve: catalogue.reserve(sides.outcome.code),
    minutes: promisedMinutesOf(quotes.times(), sides.direction),
  });
  return { rate: decimalText(band.rate), deviation_percent: deviationPercent(rate, price.reference), file };
}

const hasChanged = ({ before, after }: { readonly before: Side; readonly after: Side }): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

async function compareEarnings(deps: PreviewDeps, changed: readonly ChangedDirection[]): Promise<ChangePreviewAttributes['earnings']> {
  const byKey = new Map(changed.map((direction) => [direction.key, direction]));
  const orderRows = await listCompleted(deps.db, [...byKey.keys()], MAX_ORDERS);
  const prices = new Map<string, { before: DirectionPrice; after: DirectionPrice } | undefined>();
  const pricesOf = (key: string) => {
    if (prices.has(key)) return prices.get(key);
    const direction = byKey.get(key);
    const [before, after] = [
      direction?.before && deps.quotes.previewPrice(direction.before),
      direction?.after && deps.quotes.previewPrice(direction.after),
    ];
    const pair = before && after ? { before, after } : undefined;
    prices.set(key, pair);
    return pair;
  };
  let [orders, before, after] = [0, 0n, 0n];
  for (const { key, income_amount: text } of orderRows) {
    const pair = pricesOf(key);
    const usd = pair && deps.quotes.usdOf(pair.before.outcome.code);
    if (!(pair && usd)) continue;
    orders += 1;
    before += earnedCents(pair.before, BigInt(text), usd);
    after += earnedCents(pair.after, BigInt(text), usd);
  }
  return orders === 0 ? null : { orders, before: centsText(before), after: centsText(after) };
}

/** Payment systems of a direction, and their currencies. */
function sideAttributes({ key, before, after }: ChangedDirection) {
  const [income = '', outcome = ''] = key.split('>');
  const sides = after ?? before;
  return {
    income_payment_system_id: income,
    outcome_payment_system_id: outcome,
    income_currency_iso_code: sides?.income.currency ?? income,
    outcome_currency_iso_code: sides?.outcome.currency ?? outcome,
  };
}

/** The effects of a change (domain 10): rates, rate file, earnings, and whether it needs a second person. */
export async function presentPreview(deps: PreviewDeps, { checked, exceeded }: ChangePreview): Promise<ChangePreviewAttributes> {
  const changed = changedDirections(deps, checked);
  const keys = new Map(checked.map(({ position, item }) => [position, item.key]));
  const directions: ChangePreviewAttributes['directions'] = [];
  let count = 0;
  for (const direction of changed) {
    const sides = { before: sideOf(deps, direction.before), after: sideOf(deps, direction.after) };
    if (!hasChanged(sides)) continue;
    count += 1;
    if (count <= MAX_LISTED) directions.push({ ...sideAttributes(direction), ...sides });
  }
  return {
    item_count: checked.length,
    needs_second_person: exceeded.length > 0,
    guards: exceeded.map(({ position, guard, value }) => ({ position, guard, value, key: keys.get(position) ?? '' })),
    direction_count: count,
    directions,
    earnings: await compareEarnings(deps, changed),
  };
}
