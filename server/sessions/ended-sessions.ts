import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { DAY_MS, type Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { knowOnlyDevice } from './store.ts';

/** How long a browser is told that its session has ended by the proof of the address. */
const TOLD_MS = 3 * DAY_MS;

interface EndingAtProof {
  readonly userId: string;
  /** Hash of the device token of the browser that proved the address. */
  readonly deviceHash: Buffer;
  readonly now: Instant;
}

/**
 * Notes the sessions that the proof of an address ends, so that their browsers can be told why. Every browser of the account counts as
 * new from here on: a sign-in with the password that stays is told to the proven address by a letter.
 */
export async function noteEndedAtProof(tx: Tx, { userId, deviceHash, now }: EndingAtProof): Promise<void> {
  await tx.run(sql`
    insert into ended_sessions (token_hash, user_id, ended_at)
    select token_hash, user_id, ${new Date(now)} from sessions where user_id = ${userId}
    on conflict (token_hash) do nothing`);
  await knowOnlyDevice(tx, { userId, deviceHash, now });
}

const EndedRow = z.object({ email: z.nullable(z.string()) });

/**
 * Undefined: the session of this token did not end by a proof. Null e-mail: the person who opened the account had only the key of an
 * order and never saw the address.
 */
export const findEnded = (db: Queryable, tokenHash: Buffer, now: Instant): Promise<z.output<typeof EndedRow> | undefined> =>
  db.maybe(
    EndedRow,
    sql`
    select case when u.is_email_masked then null else u.email end as email from ended_sessions e join users u on u.id = e.user_id
    where e.token_hash = ${tokenHash} and e.ended_at > ${new Date(now - TOLD_MS)} and u.disabled_at is null`,
  );

export const forgetEnded = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`delete from ended_sessions where ended_at <= ${new Date(now - TOLD_MS)}`);
