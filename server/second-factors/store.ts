import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const TotpRow = z.object({ id: z.string(), secret_sealed: z.instanceof(Buffer) });

/** The secret that counts. */
export const findTotp = (db: Queryable, userId: string) =>
  db.maybe(TotpRow, sql`select id, secret_sealed from totp_factors where user_id = ${userId} and confirmed_at is not null`);

/** The newest secret that was shown and waits for its first code. */
export const findPendingTotp = (db: Queryable, userId: string) =>
  db.maybe(
    TotpRow,
    sql`select id, secret_sealed from totp_factors where user_id = ${userId} and confirmed_at is null order by created_at desc limit 1 for update`,
  );

interface NewTotp {
  readonly id: string;
  readonly userId: string;
  readonly sealed: Buffer;
  readonly now: Instant;
}

/** One waits at a time: what was shown before is over. */
export async function insertPendingTotp(db: Queryable, { id, userId, sealed, now }: NewTotp): Promise<void> {
  await db.run(sql`delete from totp_factors where user_id = ${userId} and confirmed_at is null`);
  await db.run(
    sql`insert into totp_factors (id, user_id, secret_sealed, created_at) values (${id}, ${userId}, ${sealed}, ${new Date(now)})`,
  );
}

/** The waiting secret takes the place of the one before. */
export async function confirmTotpRow(
  db: Queryable,
  by: { readonly id: string; readonly userId: string; readonly step: number; readonly now: Instant },
) {
  await db.run(sql`delete from totp_factors where user_id = ${by.userId} and id <> ${by.id}`);
  await db.run(sql`update totp_factors set confirmed_at = ${new Date(by.now)}, last_step = ${by.step} where id = ${by.id}`);
}

/** Takes a step for used; false when it or a later one was used already: of two who come with one code, one is let in. */
export const spendStep = async (db: Queryable, id: string, step: number): Promise<boolean> =>
  (await db.run(sql`update totp_factors set last_step = ${step} where id = ${id} and last_step < ${step}`)) === 1;

export const deleteTotp = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`delete from totp_factors where user_id = ${userId}`);

const PasskeyRow = z.object({
  id: z.string(),
  name: z.string(),
  public_key: z.instanceof(Buffer),
  counter: z.string(),
  transports: z.array(z.string()),
  created_at: z.date(),
  last_used_at: z.nullable(z.date()),
});
export type PasskeyRow = z.output<typeof PasskeyRow>;

export const listPasskeys = (db: Queryable, userId: string): Promise<PasskeyRow[]> =>
  db.many(
    PasskeyRow,
    sql`select id, name, public_key, counter, transports, created_at, last_used_at from passkeys where user_id = ${userId} order by created_at, id`,
  );

const FoundPasskeyRow = z.extend(PasskeyRow, { user_id: z.string() });

/** By the credential's own id, whoever's it is. */
export const findPasskey = (db: Queryable, id: string) =>
  db.maybe(
    FoundPasskeyRow,
    sql`select id, user_id, name, public_key, counter, transports, created_at, last_used_at from passkeys where id = ${id}`,
  );

interface NewPasskey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly now: Instant;
}

/** False when this key is known already, to him or to somebody else. */
export const insertPasskey = async (db: Queryable, key: NewPasskey): Promise<boolean> =>
  (await db.run(sql`
    insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
    values (${key.id}, ${key.userId}, ${key.name}, ${Buffer.from(key.publicKey)}, ${key.counter}, ${[...key.transports]}::text[], ${new Date(key.now)})
    on conflict (id) do nothing`)) === 1;

/** Keeps the key's own count; false when another sign-in has counted meanwhile. */
export const countPasskey = async (
  db: Queryable,
  key: { readonly id: string; readonly from: string; readonly to: number; readonly now: Instant },
): Promise<boolean> =>
  (await db.run(
    sql`update passkeys set counter = ${key.to}, last_used_at = ${new Date(key.now)} where id = ${key.id} and counter = ${key.from}`,
  )) === 1;

export const renamePasskeyRow = (db: Queryable, userId: string, key: { readonly id: string; readonly name: string }): Promise<number> =>
  db.run(sql`update passkeys set name = ${key.name} where id = ${key.id} and user_id = ${userId}`);

export const deletePasskeyRow = (db: Queryable, userId: string, id: string): Promise<number> =>
  db.run(sql`delete from passkeys where id = ${id} and user_id = ${userId}`);

export const deletePasskeys = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`delete from passkeys where user_id = ${userId}`);

/** Factors and recovery codes that somebody has had for no longer than since then. */
export async function deleteFactorsSince(db: Queryable, userId: string, since: Instant): Promise<void> {
  const then = new Date(since);
  await db.run(sql`delete from totp_factors where user_id = ${userId} and created_at >= ${then}`);
  await db.run(sql`delete from passkeys where user_id = ${userId} and created_at >= ${then}`);
  await db.run(sql`delete from recovery_codes where user_id = ${userId} and created_at >= ${then}`);
}

/** Factors and recovery codes that were there before then. */
export async function deleteFactorsBefore(db: Queryable, userId: string, before: Instant): Promise<void> {
  const then = new Date(before);
  await db.run(sql`delete from totp_factors where user_id = ${userId} and created_at < ${then}`);
  await db.run(sql`delete from passkeys where user_id = ${userId} and created_at < ${then}`);
  await db.run(sql`delete from recovery_codes where user_id = ${userId} and created_at < ${then}`);
}

interface Challenge {
  readonly sessionHash: Buffer;
  readonly purpose: 'registration' | 'authentication';
}

/** The newest question of a session takes the place of the one before. */
export async function keepChallenge(
  db: Queryable,
  { sessionHash, purpose }: Challenge,
  given: { readonly challenge: string; readonly expiresAt: Instant },
): Promise<void> {
  await db.run(sql`
    insert into passkey_challenges (session_hash, purpose, challenge, expires_at)
    values (${sessionHash}, ${purpose}, ${given.challenge}, ${new Date(given.expiresAt)})
    on conflict (session_hash, purpose) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`);
}

const ChallengeRow = z.object({ challenge: z.string() });

/** Takes the question away with the answer to it: each is answered once. */
export async function takeChallenge(db: Queryable, { sessionHash, purpose }: Challenge, now: Instant): Promise<string | undefined> {
  const row = await db.maybe(
    ChallengeRow,
    sql`
    with taken as (delete from passkey_challenges where session_hash = ${sessionHash} and purpose = ${purpose} returning challenge, expires_at)
    select challenge from taken where expires_at > ${new Date(now)}`,
  );
  return row?.challenge;
}

/** The newest question of a browser takes the place of the one before. */
export async function keepSignInChallenge(
  db: Queryable,
  browserHash: Buffer,
  given: { readonly challenge: string; readonly expiresAt: Instant },
): Promise<void> {
  await db.run(sql`
    insert into passkey_sign_ins (browser_hash, challenge, expires_at) values (${browserHash}, ${given.challenge}, ${new Date(given.expiresAt)})
    on conflict (browser_hash) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`);
}

/** Takes the question of a browser away with the answer to it. */
export async function takeSignInChallenge(db: Queryable, browserHash: Buffer, now: Instant): Promise<string | undefined> {
  const row = await db.maybe(
    ChallengeRow,
    sql`
    with taken as (delete from passkey_sign_ins where browser_hash = ${browserHash} returning challenge, expires_at)
    select challenge from taken where expires_at > ${new Date(now)}`,
  );
  return row?.challenge;
}

export const deleteOldSignInChallenges = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`delete from passkey_sign_ins where expires_at <= ${new Date(now)}`);

export async function replaceRecoveryCodes(
  db: Queryable,
  userId: string,
  made: { readonly hashes: readonly Buffer[]; readonly now: Instant },
) {
  await deleteRecoveryCodes(db, userId);
  for (const hash of made.hashes)
    await db.run(sql`insert into recovery_codes (user_id, code_hash, created_at) values (${userId}, ${hash}, ${new Date(made.now)})`);
}

export const deleteRecoveryCodes = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`delete from recovery_codes where user_id = ${userId}`);

/** False when it is none of his, or was used. */
export const spendRecoveryCodeRow = async (db: Queryable, userId: string, by: { readonly hash: Buffer; readonly now: Instant }) =>
  (await db.run(
    sql`update recovery_codes set used_at = ${new Date(by.now)} where user_id = ${userId} and code_hash = ${by.hash} and used_at is null`,
  )) === 1;

const CountRow = z.object({ total: z.number() });

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const row = await db.one(CountRow, sql`select count(*)::int as total from recovery_codes where user_id = ${userId} and used_at is null`);
  return row.total;
}

const HasRow = z.object({ has: z.boolean() });

/** Writes beside the role whether he has any factor, as every request asks. True when he has one. */
export async function noteFactors(db: Queryable, userId: string, now: Instant): Promise<boolean> {
  const row = await db.one(
    HasRow,
    sql`
    update users set second_factor_since = case
      when exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null)
        or exists (select from passkeys where user_id = ${userId})
      then coalesce(second_factor_since, ${new Date(now)}) end
    where id = ${userId} returning second_factor_since is not null as has`,
  );
  return row.has;
}

/** Lets one change of a person's factors happen at a time. */
export const lockFactors = (db: Queryable, userId: string): Promise<unknown> =>
  db.maybe(z.object({ id: z.string() }), sql`select id from users where id = ${userId} for update`);
