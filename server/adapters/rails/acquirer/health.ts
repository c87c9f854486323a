import { type Instant, SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import { col, type Db, join, type Queryable, raw, rowType, sql } from '#server/platform/db/db.ts';
import { countOpenPayouts } from './payout-store.ts';
import type { AcquirerState, ReportedBalance, WatchAcquirers } from './port.ts';
import { countOpenRefunds } from './refund-store.ts';
import { type Acquirer, railNameOf } from './settings.ts';

/** Last events with an acquirer, for the back office. */
type Health = Pick<
  AcquirerState,
  'rail' | 'lastCallbackAt' | 'lastRefusedAt' | 'lastRefusedWhy' | 'lastAnswerAt' | 'lastFailureAt' | 'lastFailure'
>;

/** Minimum interval between writes of one kind: neither a busy day nor a flood of forged calls causes a flood of writes. */
const MIN_WRITE_INTERVAL_MS = 5 * SECOND_MS;

/** Records the last event of each kind. */
export interface HealthLog {
  callback(): Promise<void>;
  refused(reason: string): Promise<void>;
  answer(): Promise<void>;
  failure(reason: string): Promise<void>;
}

/** Columns per kind of event: its time, and its reason if there is one. */
const COLUMNS: Readonly<Record<keyof HealthLog, readonly string[]>> = {
  callback: ['last_callback_at'],
  refused: ['last_refused_at', 'last_refused_why'],
  answer: ['last_answer_at'],
  failure: ['last_failure_at', 'last_failure'],
};

export function createHealthLog({ db, rail, clock }: { readonly db: Db; readonly rail: string; readonly clock: Clock }): HealthLog {
  const writtenAt = new Map<keyof HealthLog, Instant>();
  const record = async (kind: keyof HealthLog, ...values: readonly string[]): Promise<void> => {
    const now = clock.now();
    if (now - (writtenAt.get(kind) ?? 0) < MIN_WRITE_INTERVAL_MS) return;
    writtenAt.set(kind, now);
    const columns = COLUMNS[kind].map((name) => raw(name));
    await db.run(sql`
      insert into acquirer.health (rail, ${join(columns)}) values (${rail}, ${join([new Date(now), ...values])})
      on conflict (rail) do update set ${join(columns.map((column) => sql`${column} = excluded.${column}`))}`);
  };
  return {
    callback: async () => await record('callback'),
    refused: async (reason) => await record('refused', reason),
    answer: async () => await record('answer'),
    failure: async (reason) => await record('failure', reason),
  };
}

const HealthRow = rowType({
  rail: col.text,
  last_callback_at: col.nullable(col.timestamp),
  last_refused_at: col.nullable(col.timestamp),
  last_refused_why: col.nullable(col.text),
  last_answer_at: col.nullable(col.timestamp),
  last_failure_at: col.nullable(col.timestamp),
  last_failure: col.nullable(col.text),
});

const timeOf = (date: Date | null): Instant | null => date?.getTime() ?? null;

/** Health of every acquirer with at least one event. */
async function readHealth(db: Queryable): Promise<Health[]> {
  const rows = await db.many(
    HealthRow,
    sql`select rail, last_callback_at, last_refused_at, last_refused_why, last_answer_at, last_failure_at, last_failure
      from acquirer.health`,
  );
  return rows.map((row) => ({
    rail: row.rail,
    lastCallbackAt: timeOf(row.last_callback_at),
    lastRefusedAt: timeOf(row.last_refused_at),
    lastRefusedWhy: row.last_refused_why,
    lastAnswerAt: timeOf(row.last_answer_at),
    lastFailureAt: timeOf(row.last_failure_at),
    lastFailure: row.last_failure,
  }));
}

const BalanceRow = rowType({ rail: col.text, currency: col.text, amount: col.text, told_at: col.timestamp });

/** The last reported balances by rail. */
async function readBalances(db: Queryable): Promise<ReadonlyMap<string, readonly ReportedBalance[]>> {
  const rows = await db.many(BalanceRow, sql`select ${BalanceRow.list} from acquirer.balances order by rail, currency`);
  const balances = rows.map(({ rail, currency, amount, told_at: at }) => ({ rail, currency, amount, at: at.getTime() }));
  return Map.groupBy(balances, ({ rail }) => rail);
}

const NO_HEALTH = {
  lastCallbackAt: null,
  lastRefusedAt: null,
  lastRefusedWhy: null,
  lastAnswerAt: null,
  lastFailureAt: null,
  lastFailure: null,
} as const;

/** Reads the state of the acquirers, without secrets. */
export const watchAcquirers =
  (db: Db, acquirers: readonly Acquirer[]): WatchAcquirers =>
  async () => {
    const [healths, openRefunds] = await Promise.all([readHealth(db), countOpenRefunds(db)]);
    const [openPayouts, balances] = await Promise.all([countOpenPayouts(db), readBalances(db)]);
    return acquirers.map(({ settings }) => {
      const rail = railNameOf(settings);
      return {
        ...NO_HEALTH,
        ...healths.find((health) => health.rail === rail),
        rail,
        name: settings.name,
        title: settings.title,
        kind: settings.offer.kind,
        isTest: settings.test,
        origins: settings.origins,
        callbackTrust: settings.callback.believed,
        isPolled: settings.status !== undefined,
        supportsRefunds: settings.refund !== undefined,
        currencies: Object.keys(settings.currencies),
        openRefunds: openRefunds.get(rail) ?? 0,
        paysOut: settings.payout !== undefined,
        openPayouts: openPayouts.get(rail) ?? 0,
        balances: settings.balance === undefined ? [] : (balances.get(rail) ?? []),
      };
    });
  };
