import type { ChangePreviewAttributes } from '#contract/office-rate-desk.ts';
import { deviationPercent } from '#core/pricing/deviation.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import type { ChangePreview } from '#server/changes/preview-change.ts';
import type { Deps } from '#server/deps.ts';
import { minutesOf } from '#server/rates/measured.ts';
import { linesOf } from '#server/rates/rate-file.ts';
import { type ChangedDirection, changedDirections, type Sides } from './changed-directions.ts';
import { centsText, earnedCents } from './earnings.ts';
import { lastDone } from './store.ts';

/** As many directions are shown whole; the count says how many there are. */
const SHOWN = 100;
/** "Earnings on the last 100 orders" (domain 10). */
const ORDERS = 100;

type PreviewDeps = Pick<Deps, 'db' | 'catalogue' | 'quotes'>;
type Side = ChangePreviewAttributes['directions'][number]['before'];

const isPublished = ({ direction, income, outcome }: Sides): boolean => direction.enabled && income.incomeEnabled && outcome.outcomeEnabled;

function sideOf({ catalogue, quotes }: PreviewDeps, sides: Sides | undefined): Side {
  if (!sides) return null;
  const price = isPublished(sides) ? quotes.wouldPrice(sides) : undefined;
  if (!price) return { rate: null, deviation_percent: null, file: [] };
  const [band] = price.bands;
  const rate = { num: band.rate.digits, den: 10n ** BigInt(band.rate.decimals) };
  const file = linesOf(price, { reserve: catalogue.reserve(sides.outcome.code), minutes: minutesOf(quotes.times(), sides.direction) });
  return { rate: decimalText(band.rate), deviation_percent: deviationPercent(rate, price.reference), file };
}

const hasMoved = ({ before, after }: { readonly before: Side; readonly after: Side }): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

async function earnings(deps: PreviewDeps, changed: readonly ChangedDirection[]): Promise<ChangePreviewAttributes['earnings']> {
  const byKey = new Map(changed.map((one) => [one.key, one]));
  const done = await lastDone(deps.db, [...byKey.keys()], ORDERS);
  const prices = new Map<string, { before: DirectionPrice; after: DirectionPrice } | undefined>();
  const pricesOf = (key: string) => {
    if (prices.has(key)) return prices.get(key);
    const one = byKey.get(key);
    const [before, after] = [one?.before && deps.quotes.wouldPrice(one.before), one?.after && deps.quotes.wouldPrice(one.after)];
    const both = before && after ? { before, after } : undefined;
    prices.set(key, both);
    return both;
  };
  let [orders, before, after] = [0, 0n, 0n];
  for (const { key, income_amount: text } of done) {
    const both = pricesOf(key);
    const usd = both && deps.quotes.usdOf(both.before.outcome.code);
    if (!(both && usd)) continue;
    orders += 1;
    before += earnedCents(both.before, BigInt(text), usd);
    after += earnedCents(both.after, BigInt(text), usd);
  }
  return orders === 0 ? null : { orders, before: centsText(before), after: centsText(after) };
}

/** Its systems and their currencies, which a rate is told in. */
function namesOf({ key, before, after }: ChangedDirection) {
  const [income = '', outcome = ''] = key.split('>');
  const sides = after ?? before;
  return {
    income_payment_system_id: income,
    outcome_payment_system_id: outcome,
    income_currency_iso_code: sides?.income.currency ?? income,
    outcome_currency_iso_code: sides?.outcome.currency ?? outcome,
  };
}

/** What a change would do (domain 10): to rates, to the rate file, to what is earned; and whether it needs a second person. */
export async function previewOf(deps: PreviewDeps, { checked, fired }: ChangePreview): Promise<ChangePreviewAttributes> {
  const changed = changedDirections(deps, checked);
  const keys = new Map(checked.map(({ position, item }) => [position, item.key]));
  const directions: ChangePreviewAttributes['directions'] = [];
  let count = 0;
  for (const one of changed) {
    const moved = { before: sideOf(deps, one.before), after: sideOf(deps, one.after) };
    if (!hasMoved(moved)) continue;
    count += 1;
    if (count <= SHOWN) directions.push({ ...namesOf(one), ...moved });
  }
  return {
    item_count: checked.length,
    needs_second_person: fired.length > 0,
    guards: fired.map(({ position, guard, value }) => ({ position, guard, value, key: keys.get(position) ?? '' })),
    direction_count: count,
    directions,
    earnings: await earnings(deps, changed),
  };
}
