import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { ApprovalKind } from '#core/approval.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { hashOf } from './propose.ts';
import { StoredState } from './store.ts';

const WordRow = z.object({ state: StoredState, needs: z.number(), decided_at: z.nullable(z.date()), expires_at: z.date() });

export interface LastWord {
  readonly state: StoredState;
  readonly needs: number;
  /** When it was decided; zero while it waits. */
  readonly decidedAt: Instant;
  /** Until when it waits for an answer. */
  readonly expiresAt: Instant;
}

/** What people have said last about exactly this; undefined: nobody was asked. */
export async function findLastWord(
  db: Queryable,
  about: { readonly kind: ApprovalKind; readonly subject: string; readonly payload: object },
): Promise<LastWord | undefined> {
  const { kind, subject } = about;
  const hash = hashOf(kind, subject, JSON.stringify(about.payload));
  const row = await db.maybe(
    WordRow,
    sql`
    select state, needs, decided_at, expires_at from approvals
    where subject = ${subject} and kind = ${kind} and hash = ${hash} order by proposed_at desc, id desc limit 1`,
  );
  return row && { state: row.state, needs: row.needs, decidedAt: row.decided_at?.getTime() ?? 0, expiresAt: row.expires_at.getTime() };
}
