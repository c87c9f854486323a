import { DAY_MS, type Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { keepOnlyDevice } from './store.ts';

/** How long a browser is told that its session ended because the address was verified. */
const NOTICE_MS = 3 * DAY_MS;

interface EmailProof {
  readonly userId: string;
  /** Hash of the device token of the browser that proved the address. */
  readonly deviceHash: Buffer;
  readonly now: Instant;
}

/**
 * Stores the sessions that the verification of an address ends, so that their browsers can be told why. From then on every other browser
 * of the account counts as new: a sign-in with the old password is reported to the verified address.
 */
export async function recordSessionsEndedByProof(tx: Tx, { userId, deviceHash, now }: EmailProof): Promise<void> {
  await tx.run(sql`
    insert into ended_sessions (token_hash, user_id, ended_at)
    select token_hash, user_id, ${new Date(now)} from sessions where user_id = ${userId}
    on conflict (token_hash) do nothing`);
  await keepOnlyDevice(tx, { userId, deviceHash, now });
}

const EndedRow = rowType({ email: col.nullable(col.text) });

/**
 * Undefined: the session of this token was not ended by a verification. Null e-mail: the person who opened the account had only an order's key
 * and never saw the address.
 */
export const findSessionEndedByProof = (db: Queryable, tokenHash: Buffer, now: Instant): Promise<RowOf<typeof EndedRow> | undefined> =>
  db.maybe(
    EndedRow,
    sql`
    select case when u.is_email_masked then null else u.email end as email from ended_sessions e join users u on u.id = e.user_id
    where e.token_hash = ${tokenHash} and e.ended_at > ${new Date(now - NOTICE_MS)} and u.disabled_at is null`,
  );

export const deleteOldEndedSessions = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`delete from ended_sessions where ended_at <= ${new Date(now - NOTICE_MS)}`);
