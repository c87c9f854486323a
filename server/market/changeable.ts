import * as z from 'zod/mini';
import type { Document } from '#core/changes/change.ts';
import { BASE_SYMBOL, CROSS_BASES } from '#core/pricing/reading.ts';
import type { RuleChange } from '#core/pricing/symbol-rules.ts';
import { MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Changeable } from '#server/changes/changeable.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { MARKET_SETTINGS_CHANGED } from './snapshot.ts';

const optionalInteger = (min: number, max: number) => z.optional(z.nullable(z.int().check(z.minimum(min), z.maximum(max))));
const DAY_MINUTES = 24 * 60;

/** Members of a symbol's rule that an owner may change, with their limits (`core/pricing/symbol-rules.ts`); absent or null: the default. */
export const StoredRule = z.strictObject({
  minSources: optionalInteger(1, 20),
  minReferences: optionalInteger(0, 5),
  bandPpm: optionalInteger(100, 200_000),
  jumpPpm: optionalInteger(1_000, 900_000),
  jumpWindowMs: optionalInteger(10 * SECOND_MS, 60 * MINUTE_MS),
  maxAgeMs: optionalInteger(3 * SECOND_MS, 14 * DAY_MINUTES * MINUTE_MS),
  sources: z.optional(z.nullable(z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.minLength(1), z.maxLength(20)))),
  /** 0: no peg, whatever the default. */
  pegPpm: optionalInteger(0, 100_000),
});
type StoredRule = z.output<typeof StoredRule>;

/** Stored rule -> the members that differ from the defaults. */
export function ruleChangeOf({ pegPpm, ...rest }: StoredRule): RuleChange {
  const changed = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)) as RuleChange;
  if (pegPpm == null) return changed;
  return { ...changed, pegPpm: pegPpm === 0 ? null : pegPpm };
}

/** A market symbol, such as a payment system's `marketSymbol`. */
const MarketSymbol = z.string().check(z.regex(/^[A-Z0-9]{2,12}$/));

/** A symbol's rule in a change: the symbol, and each member that differs from the default. */
const SymbolRuleDocument = z.extend(StoredRule, { symbol: MarketSymbol });

const RuleRow = rowType({ symbol: col.text, rule: col.json(z.record(z.string(), z.unknown())) });

/** Rules of these symbols as documents; a symbol with default rules has no document. */
async function readSymbolRules(
  db: Queryable,
  keys: readonly string[],
  options?: { readonly lock: boolean },
): Promise<ReadonlyMap<string, Document>> {
  const lock = options?.lock === true ? sql`for update` : sql``;
  const rows = await db.many(RuleRow, sql`select symbol, rule from symbol_rules where symbol = any(${[...keys]}::text[]) ${lock}`);
  return new Map(rows.map(({ symbol, rule }) => [symbol, { ...rule, symbol }]));
}

async function saveSymbolRules(tx: Tx, documents: readonly Document[]): Promise<void> {
  for (const document of documents) {
    const { symbol, ...rule } = SymbolRuleDocument.parse(document);
    await tx.run(sql`
      insert into symbol_rules (symbol, rule) values (${symbol}, ${JSON.stringify(rule)}::jsonb)
      on conflict (symbol) do update set rule = excluded.rule`);
  }
}

const removeSymbolRules = async (tx: Tx, keys: readonly string[]): Promise<void> =>
  void (await tx.run(sql`delete from symbol_rules where symbol = any(${[...keys]}::text[])`));

/** Symbol rules as an entity of changes (domain 10). */
export const changeableSymbolRule = {
  schema: SymbolRuleDocument,
  keyOf: ({ symbol }: Document) => String(symbol),
  read: readSymbolRules,
  save: saveSymbolRules,
  remove: removeSymbolRules,
  channel: MARKET_SETTINGS_CHANGED,
} satisfies Changeable;

const ANCHORS: readonly string[] = [BASE_SYMBOL, ...CROSS_BASES];

/**
 * A price set by hand: units of `quote` per `base`, decimal text, valid until `until`. One is the symbol, the other the dollar or a base
 * of crosses.
 */
const FixedPriceDocument = z
  .strictObject({
    symbol: MarketSymbol,
    base: MarketSymbol,
    quote: MarketSymbol,
    price: z.string().check(z.regex(/^(?=.*[1-9])\d{1,18}(?:\.\d{1,18})?$/)),
    until: z.iso.datetime(),
  })
  .check(
    z.refine(({ symbol, base, quote }) => symbol !== BASE_SYMBOL && [base, quote].includes(symbol), { path: ['symbol'] }),
    z.refine(({ symbol, base, quote }) => base !== quote && ANCHORS.includes(base === symbol ? quote : base), { path: ['quote'] }),
  );

const FixedRow = rowType({ symbol: col.text, base: col.text, quote: col.text, price: col.text, until: col.timestamp });

/** Fixed prices of these symbols as documents, expired ones included. */
async function readFixedPrices(
  db: Queryable,
  keys: readonly string[],
  options?: { readonly lock: boolean },
): Promise<ReadonlyMap<string, Document>> {
  const lock = options?.lock === true ? sql`for update` : sql``;
  const rows = await db.many(
    FixedRow,
    sql`select symbol, base, quote, trim_scale(price) as price, until from fixed_prices where symbol = any(${[...keys]}::text[]) ${lock}`,
  );
  return new Map(rows.map(({ until, ...row }) => [row.symbol, { ...row, until: toRfc3339(until.getTime()) }]));
}

async function saveFixedPrices(tx: Tx, documents: readonly Document[]): Promise<void> {
  for (const document of documents) {
    const { symbol, base, quote, price, until } = FixedPriceDocument.parse(document);
    await tx.run(sql`
      insert into fixed_prices (symbol, base, quote, price, until)
        values (${symbol}, ${base}, ${quote}, ${price}::numeric, ${until}::timestamptz)
      on conflict (symbol) do update set base = excluded.base, quote = excluded.quote, price = excluded.price, until = excluded.until`);
  }
}

const removeFixedPrices = async (tx: Tx, keys: readonly string[]): Promise<void> =>
  void (await tx.run(sql`delete from fixed_prices where symbol = any(${[...keys]}::text[])`));

/** Fixed prices as an entity of changes (domain 10). */
export const changeableFixedPrice = {
  schema: FixedPriceDocument,
  keyOf: ({ symbol }: Document) => String(symbol),
  read: readFixedPrices,
  save: saveFixedPrices,
  remove: removeFixedPrices,
  channel: MARKET_SETTINGS_CHANGED,
} satisfies Changeable;
