import sql, { join, raw } from 'sql-template-tag';
import * as z from 'zod/mini';
import { type Instant, SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Queryable } from '#server/platform/db/db.ts';
import type { AcquirerState } from './port.ts';

/** How an acquirer was last heard of. */
type Health = Pick<
  AcquirerState,
  'rail' | 'lastCallbackAt' | 'lastRefusedAt' | 'lastRefusedWhy' | 'lastAnswerAt' | 'lastFailureAt' | 'lastFailure'
>;

/** A kind of news is written down no more often than this: neither a busy day nor a flood of forged calls is a flood of writes. */
const NOTED_EVERY_MS = 5 * SECOND_MS;

/** Notes for people how an acquirer was heard of. */
export interface HealthNotes {
  callback(): Promise<void>;
  refused(why: string): Promise<void>;
  answer(): Promise<void>;
  failure(why: string): Promise<void>;
}

/** Where each kind of news is kept: when it was, and what was said, where something is. */
const COLUMNS: Readonly<Record<keyof HealthNotes, readonly string[]>> = {
  callback: ['last_callback_at'],
  refused: ['last_refused_at', 'last_refused_why'],
  answer: ['last_answer_at'],
  failure: ['last_failure_at', 'last_failure'],
};

export function noteHealth({ db, rail, clock }: { readonly db: Db; readonly rail: string; readonly clock: Clock }): HealthNotes {
  const notedAt = new Map<keyof HealthNotes, Instant>();
  const note = async (kind: keyof HealthNotes, ...said: readonly string[]): Promise<void> => {
    const now = clock.now();
    if (now - (notedAt.get(kind) ?? 0) < NOTED_EVERY_MS) return;
    notedAt.set(kind, now);
    const columns = COLUMNS[kind].map((name) => raw(name));
    await db.run(sql`
      insert into acquirer.health (rail, ${join(columns)}) values (${rail}, ${join([new Date(now), ...said])})
      on conflict (rail) do update set ${join(columns.map((column) => sql`${column} = excluded.${column}`))}`);
  };
  return {
    callback: async () => await note('callback'),
    refused: async (why) => await note('refused', why),
    answer: async () => await note('answer'),
    failure: async (why) => await note('failure', why),
  };
}

const HealthRow = z.object({
  rail: z.string(),
  last_callback_at: z.nullable(z.date()),
  last_refused_at: z.nullable(z.date()),
  last_refused_why: z.nullable(z.string()),
  last_answer_at: z.nullable(z.date()),
  last_failure_at: z.nullable(z.date()),
  last_failure: z.nullable(z.string()),
});

const timeOf = (date: Date | null): Instant | null => date?.getTime() ?? null;

/** Every acquirer that was ever heard of. */
export async function readHealth(db: Queryable): Promise<Health[]> {
  const rows = await db.many(
    HealthRow,
    sql`select rail, last_callback_at, last_refused_at, last_refused_why, last_answer_at, last_failure_at, last_failure from acquirer.health`,
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
