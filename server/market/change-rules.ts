import * as z from 'zod/mini';
import type { Document } from '#core/changes/change.ts';
import type { Changeable } from '#server/changes/changeable.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { MARKET_SETTINGS_CHANGED } from './channels.ts';
import { StoredRule } from './stored-rule.ts';

/** A market symbol, such as a payment system's `marketSymbol`. */
export const MarketSymbol = z.string().check(z.regex(/^[A-Z0-9]{2,12}$/));

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
