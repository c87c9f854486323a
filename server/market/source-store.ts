import { SOURCE_KINDS } from '#core/pricing/reading.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

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
