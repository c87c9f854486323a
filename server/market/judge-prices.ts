import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { type Document, isSame } from '#core/changes/change.ts';
import { MOST_OFF_MARKET_PPM } from '#core/changes/guards.ts';
import { formatAmount } from '#core/money/amount.ts';
import { compare, divide, type Fraction, fractionFromDecimal, multiply, ONE, subtract } from '#core/money/fraction.ts';
import { median } from '#core/pricing/median.ts';
import { BASE_SYMBOL } from '#core/pricing/reading.ts';
import { defaultRule } from '#core/pricing/symbol-rules.ts';
import type { CheckedItem, Fired } from '#server/changes/changeable.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type SymbolEvidence, unpackEvidence } from './evidence.ts';
import { findNewestEvidence } from './store.ts';
import { ruleChangeOf, StoredRule } from './stored-rule.ts';

/** Parts per million are this many decimals of a per cent. */
const PERCENT_SCALE = 4;
const MILLION: Fraction = { num: 1_000_000n, den: 1n };

const wholePpm = (value: Fraction): bigint => multiply(value, MILLION).num / multiply(value, MILLION).den;

const isHeard = (one: Fraction | undefined): one is Fraction => one !== undefined;

/** What the sources say of a symbol, whatever stands there by hand: two prices by hand in a row go no further from it than one. */
function marketUsd(symbol: string, evidence: Readonly<Record<string, SymbolEvidence>>): Fraction | undefined {
  if (symbol === BASE_SYMBOL) return ONE;
  const found = Object.hasOwn(evidence, symbol) ? evidence[symbol] : undefined;
  if (found?.origin !== 'fixed') return found?.usd == null ? undefined : fractionFromDecimal(found.usd);
  const said = found.said.filter(({ dropped }) => dropped === null).map(({ usd }) => fractionFromDecimal(usd));
  return median(said.filter(isHeard));
}

/** How far a price by hand is from the market's, in parts per million with its sign; undefined where there is none to compare with. */
function offMarketPpm(document: Document, evidence: Readonly<Record<string, SymbolEvidence>>): bigint | undefined {
  const [base, quote] = [marketUsd(String(document['base']), evidence), marketUsd(String(document['quote']), evidence)];
  const price = fractionFromDecimal(String(document['price']));
  if (!base || !quote || !price) return undefined;
  const share = divide(price, divide(base, quote));
  return compare(share, ONE) >= 0 ? wholePpm(subtract(share, ONE)) : -wholePpm(subtract(ONE, share));
}

const FoundRow = z.object({ found: z.boolean() });

/** While nothing has been ordered, nobody loses by a price of one person's. */
const hasOrders = async (db: Queryable): Promise<boolean> =>
  (await db.one(FoundRow, sql`select exists (select 1 from orders) as found`)).found;

/** Which prices by hand a second person has to look at: those more than 3 % from the market (domain 10), and those that no market speaks of. */
async function judgeFixedPrices(db: Queryable, items: readonly CheckedItem[]): Promise<readonly Fired[]> {
  const set = items.flatMap(({ position, item, next }) => (item.entity === 'fixed_price' && next ? [{ position, next }] : []));
  if (set.length === 0) return [];
  const packed = (await findNewestEvidence(db))?.evidence;
  const evidence = packed ? unpackEvidence(packed) : {};
  const fired: Fired[] = [];
  for (const { position, next } of set) {
    const off = offMarketPpm(next, evidence);
    if (off === undefined) {
      if (await hasOrders(db)) fired.push({ position, guard: 'unconfirmed_price', value: '' });
    } else if (off > MOST_OFF_MARKET_PPM || off < -MOST_OFF_MARKET_PPM) {
      fired.push({ position, guard: 'rate_off_market', value: formatAmount(off, PERCENT_SCALE) });
    }
  }
  return fired;
}

/** Whether less than before, and less than a shop begins with, is enough to believe a price. */
function isWeaker(symbol: string, before: Document | null, after: Document): boolean {
  const first = defaultRule(symbol);
  const ruleIn = (document: Document | null) => {
    const { symbol: _symbol, ...rule } = document ?? {};
    return { ...first, ...ruleChangeOf(StoredRule.parse(rule)) };
  };
  const [was, is] = [ruleIn(before), ruleIn(after)];
  const isMore = (member: 'bandPpm' | 'jumpPpm'): boolean => is[member] > Math.max(was[member], first[member]);
  const isFewer = is.minSources < Math.min(was.minSources, first.minSources);
  return isMore('bandPpm') || isMore('jumpPpm') || isFewer || (is.sources !== null && !isSame(was.sources, is.sources));
}

/** Rules by which a price would be believed more easily: whoever chooses who is believed makes the price. */
async function judgeRules(db: Queryable, items: readonly CheckedItem[]): Promise<readonly Fired[]> {
  const weaker = items.filter(({ item, now, next }) => item.entity === 'symbol_rule' && next !== null && isWeaker(item.key, now, next));
  if (weaker.length === 0 || !(await hasOrders(db))) return [];
  return weaker.map(({ position }) => ({ position, guard: 'unconfirmed_price', value: '' }));
}

/** Which changes of market prices need a second person. */
export const judgePrices = async (db: Queryable, items: readonly CheckedItem[]): Promise<readonly Fired[]> => [
  ...(await judgeFixedPrices(db, items)),
  ...(await judgeRules(db, items)),
];
