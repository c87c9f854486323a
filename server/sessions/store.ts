import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';

export interface Session {
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

const LiveRow = z.object({
  user_id: z.string(),
  role: z.string(),
  email: z.string(),
  last_seen_at: z.date(),
});
type LiveRow = z.output<typeof LiveRow>;

export interface LiveSession {
  readonly userId: string;
  readonly role: string;
  readonly email: string;
  readonly lastSeenAt: Instant;
}

export async function insertSession(db: Queryable, { tokenHash, userId, createdAt, expiresAt }: Session): Promise<void> {
  await db.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
    values (${tokenHash}, ${userId}, ${new Date(createdAt)}, ${new Date(createdAt)}, ${new Date(expiresAt)})`);
}

/** The session with its user as they are now: a changed role counts at once. */
export async function findLiveSession(db: Queryable, tokenHash: Buffer, now: Instant): Promise<LiveSession | undefined> {
  const row = await db.maybe(
    LiveRow,
    sql`
    select s.user_id, u.role, u.email, s.last_seen_at from sessions s join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${new Date(now)}`,
  );
  return row === undefined ? undefined : { userId: row.user_id, role: row.role, email: row.email, lastSeenAt: row.last_seen_at.getTime() };
}

export async function touchSession(db: Queryable, tokenHash: Buffer, now: Instant): Promise<void> {
  await db.run(sql`update sessions set last_seen_at = ${new Date(now)} where token_hash = ${tokenHash}`);
}

export async function deleteSessionRow(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${tokenHash}`);
}

export async function deleteExpiredSessions(db: Queryable, now: Instant): Promise<void> {
  await db.run(sql`delete from sessions where expires_at <= ${new Date(now)}`);
}
