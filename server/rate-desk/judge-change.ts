import { DirectionShape } from '#contract/office/catalogue/direction-document.ts';
import { PaymentSystemShape } from '#contract/office/catalogue/payment-system-document.ts';
import type { Document } from '#core/changes/change.ts';
import { type FiredGuard, judgeDirection, judgeSystem, MAX_OFF_MARKET_PPM, type PriceChange } from '#core/changes/guards.ts';
import { formatAmount } from '#core/money/amount.ts';
import { compare, divide, type Fraction, fractionFromDecimal, multiply, ONE, subtract } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { median } from '#core/pricing/median.ts';
import { BASE_SYMBOL } from '#core/pricing/reading.ts';
import { defaultRule } from '#core/pricing/symbol-rules.ts';
import { isEqualJson } from '#core/text/canonical-json.ts';
import type { CheckedItem, ExceededGuard } from '#server/changes/changeable.ts';
import type { Deps } from '#server/deps.ts';
import { type SymbolEvidence, unpackEvidence } from '#server/market/evidence.ts';
import { findNewestEvidence } from '#server/market/queries.ts';
import { ruleChangeOf, StoredRule } from '#server/market/changeable.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { hasMovements } from './has-movements.ts';
import { systemsAfter } from './changed-directions.ts';

type JudgeDeps = Pick<Deps, 'catalogue' | 'quotes'>;

const directionOf = (document: Document | null): Direction | null => (document === null ? null : DirectionShape.parse(document));
const systemOf = (document: Document | null): PaymentSystem | null => (document === null ? null : PaymentSystemShape.parse(document));

/** Parts per million to per cent: four decimals. */
const PERCENT_SCALE = 4;

function valueOf({ guard, value }: FiredGuard, scale: number): string {
  if (guard === 'counted_otherwise') return '';
  return guard === 'limit_above_reserve' ? formatAmount(value, scale) : formatAmount(value, PERCENT_SCALE);
}

function referenceOf({ quotes }: JudgeDeps, { incomeCode, outcomeCode }: Direction): Fraction | undefined {
  const [income, outcome] = [quotes.usdOf(incomeCode), quotes.usdOf(outcomeCode)];
  return income && outcome && outcome.num > 0n ? divide(income, outcome) : undefined;
}

/**
 * Prices before and after a change of a payment system's price source, if the system has moved money or shares its asset with another. Null
 * if the source may change freely.
 */
async function priceChange(
  { catalogue, quotes }: JudgeDeps,
  db: Queryable,
  { before, after }: { readonly before: PaymentSystem | null; readonly after: PaymentSystem | null },
): Promise<PriceChange | null> {
  if (after === null || after.marketSymbol === before?.marketSymbol) return null;
  const others = catalogue.paymentSystems().filter(({ code }) => code !== after.code);
  const peer =
    others.find(({ asset }) => asset === after.asset) ?? (before !== null && (await hasMovements(db, before)) ? before : undefined);
  if (peer === undefined || peer.marketSymbol === after.marketSymbol) return null;
  const next = others.find(({ marketSymbol }) => marketSymbol === after.marketSymbol);
  return { now: quotes.usdOf(peer.code), next: next && quotes.usdOf(next.code) };
}

/** Items of a change that exceed a guard, by position. Entities of other modules have guards of their own. */
export async function findExceededGuards(deps: JudgeDeps, db: Queryable, items: readonly CheckedItem[]): Promise<readonly ExceededGuard[]> {
  const systemAfter = systemsAfter(deps.catalogue, items);
  const exceeded: ExceededGuard[] = [];
  for (const { item, position, now, next } of items) {
    const add = (guards: readonly FiredGuard[], scale: number) =>
      exceeded.push(...guards.map((guard) => ({ position, guard: guard.guard, value: valueOf(guard, scale) })));
    if (item.entity === 'payment_system') {
      const [before, after] = [systemOf(now), systemOf(next)];
      const newPrice = await priceChange(deps, db, { before, after });
      const input = { before, after, reserve: deps.catalogue.reserve(item.key), repriced: newPrice };
      add(judgeSystem({ ...input, hasMovements: before !== null && (await hasMovements(db, before)) }), after?.scale ?? 0);
      continue;
    }
    if (item.entity !== 'direction') continue;
    const [before, after] = [directionOf(now), directionOf(next)];
    if (after === null) continue;
    const [income, outcome] = [systemAfter(after.incomeCode), systemAfter(after.outcomeCode)];
    const reserve = deps.catalogue.reserve(after.outcomeCode);
    add(judgeDirection({ before, after, income, outcome, reserve, reference: referenceOf(deps, after) }), income?.scale ?? 0);
  }
  return exceeded;
}

/** Factor between a share and parts per million. */
const MILLION: Fraction = { num: 1_000_000n, den: 1n };

const wholePpm = (value: Fraction): bigint => multiply(value, MILLION).num / multiply(value, MILLION).den;

const isDefined = (value: Fraction | undefined): value is Fraction => value !== undefined;

/** The price by the sources. A fixed price is ignored: several fixed prices in a row could otherwise leave the market in small steps. */
function marketUsd(symbol: string, evidence: Readonly<Record<string, SymbolEvidence>>): Fraction | undefined {
  if (symbol === BASE_SYMBOL) return ONE;
  const symbolEvidence = Object.hasOwn(evidence, symbol) ? evidence[symbol] : undefined;
  if (symbolEvidence?.origin !== 'fixed') return symbolEvidence?.usd == null ? undefined : fractionFromDecimal(symbolEvidence.usd);
  const sourcePrices = symbolEvidence.said.filter(({ dropped }) => dropped === null).map(({ usd }) => fractionFromDecimal(usd));
  return median(sourcePrices.filter(isDefined));
}

/** Signed difference between a fixed price and the market price in parts per million; undefined without a market price. */
function offMarketPpm(document: Document, evidence: Readonly<Record<string, SymbolEvidence>>): bigint | undefined {
  const [base, quote] = [marketUsd(String(document['base']), evidence), marketUsd(String(document['quote']), evidence)];
  const price = fractionFromDecimal(String(document['price']));
  if (!base || !quote || !price) return undefined;
  const share = divide(price, divide(base, quote));
  return compare(share, ONE) >= 0 ? wholePpm(subtract(share, ONE)) : -wholePpm(subtract(ONE, share));
}

const ExistsRow = rowType({ does_exist: col.bool });

/** Before the first order a price set by one person cannot cause a loss. */
const hasOrders = async (db: Queryable): Promise<boolean> =>
  (await db.one(ExistsRow, sql`select exists (select 1 from orders) as does_exist`)).does_exist;

/** Fixed prices that need a second person: more than 3 % from the market (domain 10), or without a market price. */
async function judgeFixedPrices(db: Queryable, items: readonly CheckedItem[]): Promise<readonly ExceededGuard[]> {
  const fixedPrices = items.flatMap(({ position, item, next }) => (item.entity === 'fixed_price' && next ? [{ position, next }] : []));
  if (fixedPrices.length === 0) return [];
  const packed = (await findNewestEvidence(db))?.evidence;
  const evidence = packed ? unpackEvidence(packed) : {};
  const exceeded: ExceededGuard[] = [];
  for (const { position, next } of fixedPrices) {
    const differencePpm = offMarketPpm(next, evidence);
    if (differencePpm === undefined) {
      if (await hasOrders(db)) exceeded.push({ position, guard: 'unconfirmed_price', value: '' });
    } else if (differencePpm > MAX_OFF_MARKET_PPM || differencePpm < -MAX_OFF_MARKET_PPM) {
      exceeded.push({ position, guard: 'rate_off_market', value: formatAmount(differencePpm, PERCENT_SCALE) });
    }
  }
  return exceeded;
}

/** Whether the change accepts a price on weaker evidence than both the current rule and the default rule require. */
function isWeaker(symbol: string, before: Document | null, after: Document): boolean {
  const defaults = defaultRule(symbol);
  const ruleIn = (document: Document | null) => {
    const { symbol: _symbol, ...rule } = document ?? {};
    return { ...defaults, ...ruleChangeOf(StoredRule.parse(rule)) };
  };
  const [oldRule, newRule] = [ruleIn(before), ruleIn(after)];
  const isWider = (member: 'bandPpm' | 'jumpPpm'): boolean => newRule[member] > Math.max(oldRule[member], defaults[member]);
  const isFewer = newRule.minSources < Math.min(oldRule.minSources, defaults.minSources);
  return (
    isWider('bandPpm') || isWider('jumpPpm') || isFewer || (newRule.sources !== null && !isEqualJson(oldRule.sources, newRule.sources))
  );
}

/** Weaker symbol rules need a second person: the choice of accepted sources decides the price. */
async function judgeRules(db: Queryable, items: readonly CheckedItem[]): Promise<readonly ExceededGuard[]> {
  const weaker = items.filter(({ item, now, next }) => item.entity === 'symbol_rule' && next !== null && isWeaker(item.key, now, next));
  if (weaker.length === 0 || !(await hasOrders(db))) return [];
  return weaker.map(({ position }) => ({ position, guard: 'unconfirmed_price', value: '' }));
}

/** Which changes of market prices need a second person. */
export const judgePrices = async (db: Queryable, items: readonly CheckedItem[]): Promise<readonly ExceededGuard[]> => [
  ...(await judgeFixedPrices(db, items)),
  ...(await judgeRules(db, items)),
];
