import sql from 'sql-template-tag';
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

export function noteHealth({ db, rail, clock }: { readonly db: Db; readonly rail: string; readonly clock: Clock }): HealthNotes {
  const notedAt = new Map<keyof HealthNotes, Instant>();
  const note = async (what: keyof HealthNotes, write: (at: Date) => ReturnType<typeof sql>): Promise<void> => {
    const now = clock.now();
    if (now - (notedAt.get(what) ?? 0) < NOTED_EVERY_MS) return;
    notedAt.set(what, now);
    await db.run(write(new Date(now)));
  };
  return {
    callback: async () =>
      await note(
        'callback',
        (at) => sql`
        insert into acquirer.health (rail, last_callback_at) values (${rail}, ${at})
        on conflict (rail) do update set last_callback_at = excluded.last_callback_at`,
      ),
    refused: async (why) =>
      await note(
        'refused',
        (at) => sql`
        insert into acquirer.health (rail, last_refused_at, last_refused_why) values (${rail}, ${at}, ${why})
        on conflict (rail) do update set last_refused_at = excluded.last_refused_at, last_refused_why = excluded.last_refused_why`,
      ),
    answer: async () =>
      await note(
        'answer',
        (at) => sql`
        insert into acquirer.health (rail, last_answer_at) values (${rail}, ${at})
        on conflict (rail) do update set last_answer_at = excluded.last_answer_at`,
      ),
    failure: async (why) =>
      await note(
        'failure',
        (at) => sql`
        insert into acquirer.health (rail, last_failure_at, last_failure) values (${rail}, ${at}, ${why})
        on conflict (rail) do update set last_failure_at = excluded.last_failure_at, last_failure = excluded.last_failure`,
      ),
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
