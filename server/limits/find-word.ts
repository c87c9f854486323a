import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { hashOf } from '#server/approvals/propose.ts';
import { StoredState } from '#server/approvals/store.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const WordRow = z.object({ state: StoredState, needs: z.number(), decided_at: z.nullable(z.date()) });

export interface PayOutWord {
  readonly state: StoredState;
  readonly needs: number;
  /** When it was decided; zero while it waits. */
  readonly decidedAt: Instant;
}

/** What people have said last about exactly this payout; undefined: nobody was asked. */
export async function findPayOutWord(
  db: Queryable,
  { subject, payload }: { readonly subject: string; readonly payload: object },
): Promise<PayOutWord | undefined> {
  const hash = hashOf('pay_out', subject, JSON.stringify(payload));
  const row = await db.maybe(
    WordRow,
    sql`
    select state, needs, decided_at from approvals
    where subject = ${subject} and kind = 'pay_out' and hash = ${hash} order by proposed_at desc, id desc limit 1`,
  );
  return row && { state: row.state, needs: row.needs, decidedAt: row.decided_at?.getTime() ?? 0 };
}
