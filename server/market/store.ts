import * as z from 'zod/mini';
import type { Choice } from '#contract/office/catalogue/rate-source-choice.ts';
import { type Fraction, fractionFromDecimal } from '#core/money/fraction.ts';
import type { FixedPrice } from '#core/pricing/combine-sources.ts';
import type { Confirmation, PriceState } from '#core/pricing/jump-guard.ts';
import type { PriceConditions } from '#core/pricing/price-terms.ts';
import { SOURCE_KINDS } from '#core/pricing/reading.ts';
import type { RuleChange } from '#core/pricing/symbol-rules.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { ruleChangeOf, StoredRule } from './changeable.ts';
import { conditionsToJson, FractionText, memoryFromJson, memoryToJson, pricesToJson } from './snapshot.ts';

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

/** False if another operator has saved a choice, so that the version differs. */
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

const LEASE = 'prices';

/** Acquires or renews the lease to poll sources and publish; false: another process holds the lease. */
export async function takeMarketLease(
  db: Queryable,
  input: { readonly holder: string; readonly now: Instant; readonly until: Instant },
): Promise<boolean> {
  const [now, until] = [new Date(input.now), new Date(input.until)];
  const taken = await db.run(sql`
    insert into market_lease (name, holder, until) values (${LEASE}, ${input.holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
      where market_lease.holder = excluded.holder or market_lease.until <= ${now}`);
  return taken === 1;
}

/** Releases the lease, so that the next process need not wait for its expiry. */
export const dropMarketLease = (db: Queryable, holder: string): Promise<number> =>
  db.run(sql`delete from market_lease where name = ${LEASE} and holder = ${holder}`);

export const SourceStateRow = rowType({
  name: col.text,
  kind: col.oneOf(SOURCE_KINDS),
  chosen_by: col.oneOf(['environment', 'office']),
  every_ms: col.number,
  max_age_ms: col.text,
  asked_at: col.nullable(col.timestamp),
  answered_at: col.nullable(col.timestamp),
  failures: col.number,
  last_error: col.nullable(col.text),
  last_error_at: col.nullable(col.timestamp),
  quotes: col.number,
  used_ppm: col.nullable(col.number),
});
export type SourceStateRow = RowOf<typeof SourceStateRow>;

/** State of a source, stored for all processes. */
export interface SourceState {
  readonly name: string;
  readonly kind: (typeof SOURCE_KINDS)[number];
  readonly chosenBy: 'environment' | 'office';
  readonly everyMs: number;
  readonly maxAgeMs: number;
  readonly askedAt: Instant | null;
  readonly answeredAt: Instant | null;
  readonly failures: number;
  readonly lastError: string | null;
  readonly lastErrorAt: Instant | null;
  readonly quotes: number;
  readonly usedPpm: number | null;
}

const dateOf = (at: Instant | null): Date | null => (at === null ? null : new Date(at));

/** Saves the states of all chosen sources and deletes those of others. */
export async function saveSourceStates(db: Queryable, states: readonly SourceState[]): Promise<void> {
  for (const state of states) {
    await db.run(sql`
      insert into rate_source_states (name, kind, chosen_by, every_ms, max_age_ms, asked_at, answered_at, failures, last_error,
        last_error_at, quotes, used_ppm)
      values (${state.name}, ${state.kind}, ${state.chosenBy}, ${state.everyMs}, ${state.maxAgeMs}, ${dateOf(state.askedAt)},
        ${dateOf(state.answeredAt)},
        ${state.failures}, ${state.lastError}, ${dateOf(state.lastErrorAt)}, ${state.quotes}, ${state.usedPpm})
      on conflict (name) do update set kind = excluded.kind, chosen_by = excluded.chosen_by, every_ms = excluded.every_ms,
        max_age_ms = excluded.max_age_ms, asked_at = coalesce(excluded.asked_at, rate_source_states.asked_at),
        answered_at = coalesce(excluded.answered_at, rate_source_states.answered_at), failures = excluded.failures,
        last_error = coalesce(excluded.last_error, rate_source_states.last_error),
        last_error_at = coalesce(excluded.last_error_at, rate_source_states.last_error_at), quotes = excluded.quotes,
        used_ppm = coalesce(excluded.used_ppm, rate_source_states.used_ppm)`);
  }
  await db.run(sql`delete from rate_source_states where not name = any(${states.map(({ name }) => name)}::text[])`);
}

export const listSourceStates = (db: Queryable): Promise<SourceStateRow[]> =>
  db.many(
    SourceStateRow,
    sql`select name, kind, chosen_by, every_ms, max_age_ms, asked_at, answered_at, failures, last_error, last_error_at, quotes, used_ppm
      from rate_source_states order by name`,
  );

const MemoryRow = rowType({ memory: col.json(z.unknown()) });

/** Memory of the jump guard in the newest snapshot, for symbols whose memory does not follow from the price alone. */
export async function findMemory(db: Queryable): Promise<ReadonlyMap<string, PriceState>> {
  const row = await db.maybe(MemoryRow, sql`select memory from rate_snapshots order by taken_at desc limit 1`);
  return row ? memoryFromJson(row.memory) : new Map<string, PriceState>();
}

export interface NewSnapshot {
  readonly id: string;
  readonly takenAt: Instant;
  readonly isDemo: boolean;
  readonly prices: ReadonlyMap<string, { readonly usd: Fraction }>;
  readonly conditions: PriceConditions;
  readonly memory: ReadonlyMap<string, PriceState>;
  readonly evidence: Buffer;
}

export async function insertSnapshot(tx: Tx, snapshot: NewSnapshot): Promise<void> {
  await tx.run(
    sql`insert into rate_snapshots (id, taken_at, is_demo, prices, conditions, memory, evidence)
      values (${snapshot.id}, ${new Date(snapshot.takenAt)}, ${snapshot.isDemo}, ${pricesToJson(snapshot.prices)},
        ${conditionsToJson(snapshot.conditions)}::jsonb,        ${memoryToJson(snapshot.memory)}, ${snapshot.evidence})`,
  );
}
