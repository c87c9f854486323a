import type { Document } from '#core/changes/change.ts';
import { MOST_OFF_MARKET_PPM } from '#core/changes/guards.ts';
import { compare, divide, type Fraction, fractionFromDecimal, multiply, ONE, subtract } from '#core/money/fraction.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { CheckedItem, Fired } from '#server/changes/changeable.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findNewestSnapshot } from './find-snapshot.ts';

/** Parts per million are this many decimals of a per cent. */
const PERCENT_SCALE = 4;
const MILLION: Fraction = { num: 1_000_000n, den: 1n };

const wholePpm = (value: Fraction): bigint => multiply(value, MILLION).num / multiply(value, MILLION).den;

/** How far a price by hand is from the market's, in parts per million with its sign; undefined where there is none to compare with. */
function offMarketPpm(document: Document, prices: ReadonlyMap<string, Fraction>): bigint | undefined {
  const [base, quote] = [prices.get(String(document['base'])), prices.get(String(document['quote']))];
  const price = fractionFromDecimal(String(document['price']));
  if (!base || !quote || !price) return undefined;
  const share = divide(price, divide(base, quote));
  return compare(share, ONE) >= 0 ? wholePpm(subtract(share, ONE)) : -wholePpm(subtract(ONE, share));
}

/** Which prices by hand a second person has to look at: those more than 3 % from the market (domain 10). */
export async function judgeFixedPrices(db: Queryable, items: readonly CheckedItem[]): Promise<readonly Fired[]> {
  const set = items.flatMap(({ position, item, next }) => (item.entity === 'fixed_price' && next ? [{ position, next }] : []));
  const newest = set.length === 0 ? undefined : await findNewestSnapshot(db);
  return set.flatMap(({ position, next }) => {
    const off = newest && offMarketPpm(next, newest.prices);
    const isFar = off !== undefined && (off > MOST_OFF_MARKET_PPM || off < -MOST_OFF_MARKET_PPM);
    return isFar ? [{ position, guard: 'rate_off_market' as const, value: formatAmount(off, PERCENT_SCALE) }] : [];
  });
}
