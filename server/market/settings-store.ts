import * as z from 'zod/mini';
import { fractionFromDecimal } from '#core/money/fraction.ts';
import type { FixedPrice } from '#core/pricing/combine-sources.ts';
import type { Confirmation } from '#core/pricing/jump-guard.ts';
import type { Choice } from '#contract/office/catalogue/rate-source-choice.ts';
import type { RuleChange } from '#core/pricing/symbol-rules.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { FractionText } from './fraction-text.ts';
import { ruleChangeOf, StoredRule } from './stored-rule.ts';

/** Settings of the office that affect prices. */
export interface MarketSettings {
  readonly choice: Choice & { readonly version: number };
  readonly rules: ReadonlyMap<string, RuleChange>;
  readonly fixed: ReadonlyMap<string, FixedPrice>;
  readonly confirmed: ReadonlyMap<string, Confirmation>;
}

const ChoiceRow = rowType({
  names: col.arrayOf(col.text),
  urls: col.textRecord,
  version: col.number,
});

/** Sources chosen in the office; version 0: no choice was ever saved. */
export const findChoice = async (db: Queryable): Promise<MarketSettings['choice']> =>
  (await db.maybe(ChoiceRow, sql`select names, urls, version from rate_source_choice`)) ?? { names: [], urls: {}, version: 0 };

/** False: another operator has saved a choice meanwhile, and the version differs. */
export async function saveChoice(
  tx: Tx,
  { names, urls, version }: MarketSettings['choice'],
  by: { readonly operatorId: string | null; readonly now: Instant },
): Promise<boolean> {
  const saved = await tx.run(sql`
    insert into rate_source_choice (names, urls, version, chosen_by, chosen_at)
    values (${[...names]}::text[], ${JSON.stringify(urls)}::jsonb, ${version + 1}, ${by.operatorId}, ${new Date(by.now)})
    on conflict (is_only) do update set names = excluded.names, urls = excluded.urls, version = excluded.version,
      chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at
      where rate_source_choice.version = ${version}`);
  return saved === 1;
}

const RuleRow = rowType({ symbol: col.text, rule: col.json(z.unknown()) });

export async function findRules(db: Queryable): Promise<ReadonlyMap<string, RuleChange>> {
  const rows = await db.many(RuleRow, sql`select symbol, rule from symbol_rules`);
  return new Map(rows.map(({ symbol, rule }) => [symbol, ruleChangeOf(StoredRule.parse(rule))]));
}

const FixedRow = rowType({ symbol: col.text, base: col.text, quote: col.text, price: col.text, until: col.timestamp });

export async function findFixedPrices(db: Queryable): Promise<ReadonlyMap<string, FixedPrice>> {
  const rows = await db.many(FixedRow, sql`select symbol, base, quote, price, until from fixed_prices`);
  return new Map(
    rows.flatMap(({ symbol, base, quote, price, until }) => {
      const exact = fractionFromDecimal(price);
      return exact ? [[symbol, { base, quote, price: exact, until: until.getTime() }] as const] : [];
    }),
  );
}

const ConfirmationRow = rowType({ symbol: col.text, usd: col.text, confirmed_at: col.timestamp });

async function findConfirmations(db: Queryable): Promise<ReadonlyMap<string, Confirmation>> {
  const rows = await db.many(ConfirmationRow, sql`select symbol, usd, confirmed_at from price_confirmations`);
  return new Map(rows.map(({ symbol, usd, confirmed_at }) => [symbol, { usd: FractionText.parse(usd), at: confirmed_at.getTime() }]));
}

export async function saveConfirmation(
  tx: Tx,
  input: { readonly symbol: string; readonly usd: string; readonly operatorId: string; readonly now: Instant },
): Promise<void> {
  await tx.run(sql`
    insert into price_confirmations (symbol, usd, confirmed_by, confirmed_at)
    values (${input.symbol}, ${input.usd}, ${input.operatorId}, ${new Date(input.now)})
    on conflict (symbol) do update set usd = excluded.usd, confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at`);
}

export async function findMarketSettings(db: Queryable): Promise<MarketSettings> {
  const [choice, rules, fixed, confirmed] = await Promise.all([findChoice(db), findRules(db), findFixedPrices(db), findConfirmations(db)]);
  return { choice, rules, fixed, confirmed };
}
