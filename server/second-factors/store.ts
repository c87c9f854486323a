import type { Instant } from '#core/time.ts';
import { col, extendRow, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { saveHasFactor } from '#server/users/change-user.ts';

const TotpRow = rowType({ id: col.text, secret_sealed: col.bytes });

/** The confirmed secret. */
export const findTotp = (db: Queryable, userId: string) =>
  db.maybe(TotpRow, sql`select id, secret_sealed from totp_factors where user_id = ${userId} and confirmed_at is not null`);

/** The newest secret that is not confirmed yet. */
export const findPendingTotp = (db: Queryable, userId: string) =>
  db.maybe(
    TotpRow,
    sql`select id, secret_sealed from totp_factors where user_id = ${userId} and confirmed_at is null order by created_at desc limit 1
      for update`,
  );

interface NewTotp {
  readonly id: string;
  readonly userId: string;
  readonly sealed: Buffer;
  readonly now: Instant;
}

/** Replaces any other unconfirmed secret. */
export async function insertPendingTotp(db: Queryable, { id, userId, sealed, now }: NewTotp): Promise<void> {
  await db.run(sql`delete from totp_factors where user_id = ${userId} and confirmed_at is null`);
  await db.run(
    sql`insert into totp_factors (id, user_id, secret_sealed, created_at) values (${id}, ${userId}, ${sealed}, ${new Date(now)})`,
  );
}

/** Confirms a secret. It replaces the previous one. */
export async function confirmTotpRow(
  db: Queryable,
  confirmation: { readonly id: string; readonly userId: string; readonly step: number; readonly now: Instant },
) {
  await db.run(sql`delete from totp_factors where user_id = ${confirmation.userId} and id <> ${confirmation.id}`);
  await db.run(
    sql`update totp_factors set confirmed_at = ${new Date(confirmation.now)}, last_step = ${confirmation.step}
      where id = ${confirmation.id}`,
  );
}

/** Marks a time step as used. False if it or a later one was used, so that of two simultaneous requests one succeeds. */
export const consumeStep = async (db: Queryable, id: string, step: number): Promise<boolean> =>
  (await db.run(sql`update totp_factors set last_step = ${step} where id = ${id} and last_step < ${step}`)) === 1;

export const deleteTotp = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`delete from totp_factors where user_id = ${userId}`);

const PasskeyRow = rowType({
  id: col.text,
  name: col.text,
  public_key: col.bytes,
  counter: col.text,
  transports: col.arrayOf(col.text),
  created_at: col.timestamp,
  last_used_at: col.nullable(col.timestamp),
});
export type PasskeyRow = RowOf<typeof PasskeyRow>;

export const listPasskeys = (db: Queryable, userId: string): Promise<PasskeyRow[]> =>
  db.many(
    PasskeyRow,
    sql`select id, name, public_key, counter, transports, created_at, last_used_at from passkeys where user_id = ${userId}
      order by created_at, id`,
  );

const OwnedPasskeyRow = extendRow(PasskeyRow, { user_id: col.text });

/** By the credential's id, of any user. */
export const findPasskey = (db: Queryable, id: string) =>
  db.maybe(
    OwnedPasskeyRow,
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

/** False when the key is registered already, by anyone. */
export const insertPasskey = async (db: Queryable, key: NewPasskey): Promise<boolean> =>
  (await db.run(sql`
    insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
    values (${key.id}, ${key.userId}, ${key.name}, ${Buffer.from(key.publicKey)}, ${key.counter}, ${[...key.transports]}::text[],
      ${new Date(key.now)})
    on conflict (id) do nothing`)) === 1;

/** Stores the key's counter. False if another sign-in has changed it since it was read. */
export const updateCounter = async (
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

/** Factors and recovery codes created at or after a moment. */
export async function deleteFactorsSince(db: Queryable, userId: string, since: Instant): Promise<void> {
  const sinceDate = new Date(since);
  await db.run(sql`delete from totp_factors where user_id = ${userId} and created_at >= ${sinceDate}`);
  await db.run(sql`delete from passkeys where user_id = ${userId} and created_at >= ${sinceDate}`);
  await db.run(sql`delete from recovery_codes where user_id = ${userId} and created_at >= ${sinceDate}`);
}

/** Factors and recovery codes created before a moment. */
export async function deleteFactorsBefore(db: Queryable, userId: string, before: Instant): Promise<void> {
  const beforeDate = new Date(before);
  await db.run(sql`delete from totp_factors where user_id = ${userId} and created_at < ${beforeDate}`);
  await db.run(sql`delete from passkeys where user_id = ${userId} and created_at < ${beforeDate}`);
  await db.run(sql`delete from recovery_codes where user_id = ${userId} and created_at < ${beforeDate}`);
}

interface Challenge {
  readonly sessionHash: Buffer;
  readonly purpose: 'registration' | 'authentication';
}

/** Replaces the session's previous challenge. */
export async function saveChallenge(
  db: Queryable,
  { sessionHash, purpose }: Challenge,
  value: { readonly challenge: string; readonly expiresAt: Instant },
): Promise<void> {
  await db.run(sql`
    insert into passkey_challenges (session_hash, purpose, challenge, expires_at)
    values (${sessionHash}, ${purpose}, ${value.challenge}, ${new Date(value.expiresAt)})
    on conflict (session_hash, purpose) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`);
}

const ChallengeRow = rowType({ challenge: col.text });

/** Consumes a challenge, so that it can be answered once. */
export async function consumeChallenge(db: Queryable, { sessionHash, purpose }: Challenge, now: Instant): Promise<string | undefined> {
  const row = await db.maybe(
    ChallengeRow,
    sql`
    with taken as (delete from passkey_challenges where session_hash = ${sessionHash} and purpose = ${purpose}
      returning challenge, expires_at)
    select challenge from taken where expires_at > ${new Date(now)}`,
  );
  return row?.challenge;
}

/** Replaces the browser's previous challenge. */
export async function saveSignInChallenge(
  db: Queryable,
  browserHash: Buffer,
  value: { readonly challenge: string; readonly expiresAt: Instant },
): Promise<void> {
  await db.run(sql`
    insert into passkey_sign_ins (browser_hash, challenge, expires_at)
      values (${browserHash}, ${value.challenge}, ${new Date(value.expiresAt)})
    on conflict (browser_hash) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`);
}

/** Consumes a browser's challenge. */
export async function consumeSignInChallenge(db: Queryable, browserHash: Buffer, now: Instant): Promise<string | undefined> {
  const row = await db.maybe(
    ChallengeRow,
    sql`
    with taken as (delete from passkey_sign_ins where browser_hash = ${browserHash} returning challenge, expires_at)
    select challenge from taken where expires_at > ${new Date(now)}`,
  );
  return row?.challenge;
}

export async function replaceRecoveryCodes(
  db: Queryable,
  userId: string,
  codes: { readonly hashes: readonly Buffer[]; readonly now: Instant },
) {
  await deleteRecoveryCodes(db, userId);
  for (const hash of codes.hashes)
    await db.run(sql`insert into recovery_codes (user_id, code_hash, created_at) values (${userId}, ${hash}, ${new Date(codes.now)})`);
}

export const deleteRecoveryCodes = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`delete from recovery_codes where user_id = ${userId}`);

/** False when wrong or used. */
export const consumeRecoveryCodeRow = async (db: Queryable, userId: string, code: { readonly hash: Buffer; readonly now: Instant }) =>
  (await db.run(
    sql`update recovery_codes set used_at = ${new Date(code.now)}
      where user_id = ${userId} and code_hash = ${code.hash} and used_at is null`,
  )) === 1;

const CountRow = rowType({ total: col.number });

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const row = await db.one(CountRow, sql`select count(*)::int as total from recovery_codes where user_id = ${userId} and used_at is null`);
  return row.total;
}

const HasFactorRow = rowType({ has_factor: col.bool });

/** Stores with the user whether there is any factor, because every request reads it. Returns whether there is one. */
export async function updateHasFactor(db: Queryable, userId: string, now: Instant): Promise<boolean> {
  const { has_factor: hasFactor } = await db.one(
    HasFactorRow,
    sql`
    select exists (select from totp_factors where user_id = ${userId} and confirmed_at is not null)
      or exists (select from passkeys where user_id = ${userId}) as has_factor`,
  );
  await saveHasFactor(db, userId, { hasFactor, now });
  return hasFactor;
}

/** Serializes changes of a user's factors, until the transaction ends. */
export const lockFactors = (db: Queryable, userId: string): Promise<unknown> =>
  db.maybe(rowType({ id: col.text }), sql`select id from users where id = ${userId} for update`);
