import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { ApprovalKind } from '#core/approval.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { hashesOf } from './propose.ts';
import { StoredState } from './store.ts';

const WordRow = z.object({ state: StoredState, needs: z.number(), decided_at: z.nullable(z.date()), expires_at: z.date() });

export interface SaidWord {
  readonly state: StoredState;
  readonly needs: number;
  /** When it was decided; zero while it waits. */
  readonly decidedAt: Instant;
  /** Until when it waits for an answer. */
  readonly expiresAt: Instant;
}

const MOST_WORDS = 20;

/** What people have said about exactly this, the newest word first; empty: nobody was asked. */
export async function findWords(
  db: Queryable,
  about: { readonly kind: ApprovalKind; readonly subject: string; readonly payload: object },
): Promise<readonly SaidWord[]> {
  const { kind, subject } = about;
  const hashes = [...hashesOf(kind, subject, about.payload)];
  const rows = await db.many(
    WordRow,
    sql`
    select state, needs, decided_at, expires_at from approvals
    where subject = ${subject} and kind = ${kind} and hash = any(${hashes}::text[]) order by proposed_at desc, id desc limit ${MOST_WORDS}`,
  );
  return rows.map((row) => ({
    state: row.state,
    needs: row.needs,
    decidedAt: row.decided_at?.getTime() ?? 0,
    expiresAt: row.expires_at.getTime(),
  }));
}

/** Whether so many people have agreed to it, and nobody has said no since. */
export function areAgreed(words: readonly SaidWord[], needs: number): boolean {
  const declinedAt = words.findIndex(({ state }) => state === 'declined');
  return words.slice(0, declinedAt === -1 ? words.length : declinedAt).some((word) => word.state === 'approved' && word.needs >= needs);
}
