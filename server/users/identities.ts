import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

const Row = rowType({ user_id: col.text, provider: col.text, email: col.nullable(col.text), linked_at: col.timestamp });

/** A user at a sign-in provider: the issuer, and the user's subject there. A subject is never reassigned. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

export interface Identity {
  readonly userId: string;
  readonly provider: string;
  /** The e-mail that the provider states. It is shown to the user but never trusted. */
  readonly email: string | null;
  readonly linkedAt: Instant;
}

const identityOf = ({ user_id: userId, provider, email, linked_at: linkedAt }: RowOf<typeof Row>): Identity => ({
  userId,
  provider,
  email,
  linkedAt: linkedAt.getTime(),
});

/** The account linked to a subject. Undefined if there is none. */
export async function findIdentity(db: Queryable, { issuer, subject }: Subject): Promise<Identity | undefined> {
  const row = await db.maybe(
    Row,
    sql`select user_id, provider, email, linked_at from user_identities where issuer = ${issuer} and subject = ${subject}`,
  );
  return row && identityOf(row);
}

export async function listIdentities(db: Queryable, userId: string): Promise<Identity[]> {
  const rows = await db.many(
    Row,
    sql`select user_id, provider, email, linked_at from user_identities where user_id = ${userId} order by linked_at, provider`,
  );
  return rows.map(identityOf);
}

/** Links a subject to an account. False if the subject is linked already, or the account has one of this provider. */
export const insertIdentity = async (db: Queryable, subject: Subject, identity: Identity): Promise<boolean> =>
  (await db.run(sql`
    insert into user_identities (issuer, subject, user_id, provider, email, linked_at)
    values (${subject.issuer}, ${subject.subject}, ${identity.userId}, ${identity.provider}, ${identity.email},
      ${new Date(identity.linkedAt)})
    on conflict do nothing`)) === 1;

export const setIdentityLastUsed = (db: Queryable, { issuer, subject }: Subject, now: Instant): Promise<number> =>
  db.run(sql`update user_identities set last_used_at = ${new Date(now)} where issuer = ${issuer} and subject = ${subject}`);

export const deleteIdentity = (db: Queryable, userId: string, provider: string): Promise<number> =>
  db.run(sql`delete from user_identities where user_id = ${userId} and provider = ${provider}`);

export const deleteIdentitiesOf = (db: Queryable, userId: string): Promise<number> =>
  db.run(sql`delete from user_identities where user_id = ${userId}`);

export const deleteIdentitiesSince = (db: Queryable, userId: string, since: Instant): Promise<number> =>
  db.run(sql`delete from user_identities where user_id = ${userId} and linked_at >= ${new Date(since)}`);

export const deleteIdentitiesBefore = (db: Queryable, userId: string, before: Instant): Promise<number> =>
  db.run(sql`delete from user_identities where user_id = ${userId} and linked_at < ${new Date(before)}`);
