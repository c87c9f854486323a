import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

/** Namespace of advisory locks on addresses. */
const EMAIL_LOCKS = 200;

/** Serializes verifications of an address, until the transaction ends. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtextextended(lower(${email}), ${EMAIL_LOCKS}::bigint))`);
}

const IdRow = rowType({ id: col.text });

/** The account that verified an address. Undefined if there is none. */
export const findVerifiedOwner = (db: Queryable, email: string): Promise<{ readonly id: string } | undefined> =>
  db.maybe(IdRow, sql`select id from users where lower(email) = lower(${email}) and email_verified_at is not null`);

const EmailRow = rowType({ email: col.text });

export const findUserEmail = (db: Queryable, userId: string): Promise<{ readonly email: string } | undefined> =>
  db.maybe(EmailRow, sql`select email from users where id = ${userId} and disabled_at is null`);

/** Accounts that name an address without having verified it. */
export const listUnverified = (db: Queryable, email: string): Promise<{ readonly id: string }[]> =>
  db.many(IdRow, sql`select id from users where lower(email) = lower(${email}) and email_verified_at is null`);

/** SQL: whether the account with this id is erased. */
export type IsErased = (userId: Sql) => Sql;

/**
 * Up to 100 unverified customers' accounts created before a moment, without a live session. Accounts of these kinds are not listed:
 * - with a sign-in provider, as they need no password;
 * - erased, as only their row remains;
 * - with a checked card, as the card names the owner.
 */
export const listAbandoned = (
  db: Queryable,
  { before, now, isErased }: { readonly before: Instant; readonly now: Instant; readonly isErased: IsErased },
): Promise<{ readonly id: string }[]> =>
  db.many(
    IdRow,
    sql`
    select u.id from users u
    where u.email_verified_at is null and u.role = 'customer' and u.password_hash is not null and u.created_at < ${new Date(before)}
      and not exists (select from user_identities i where i.user_id = u.id)
      and not exists (select from card_verifications c where c.user_id = u.id)
      and not ${isErased(sql`u.id`)}
      and not exists (select from sessions s where s.user_id = u.id and s.expires_at > ${new Date(now)})
    order by u.created_at limit 100`,
  );

/** Whether the account is still unverified. It is locked until the transaction ends. */
export const lockUnverified = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.maybe(IdRow, sql`select id from users where id = ${userId} and email_verified_at is null for update`)) !== undefined;

export const PURPOSES = ['activate', 'reset', 'change_email', 'undo_email'] as const;
export type Purpose = (typeof PURPOSES)[number];

const TokenRow = rowType({
  id: col.text,
  purpose: col.oneOf(PURPOSES),
  user_id: col.nullable(col.text),
  email: col.text,
  expires_at: col.timestamp,
});
export type TokenRow = RowOf<typeof TokenRow>;

export interface NewToken {
  readonly id: string;
  readonly purpose: Purpose;
  /** Null means the account of the address at the time of use. */
  readonly userId: string | null;
  readonly email: string;
  readonly hash: Buffer;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  await tx.run(sql`
    insert into account_tokens (id, purpose, user_id, email, token_hash, created_at, expires_at)
    values (${token.id}, ${token.purpose}, ${token.userId}, ${token.email}, ${token.hash}, ${new Date(token.createdAt)},
      ${new Date(token.expiresAt)})`);
}

/** Ends all links of an account. */
export const deleteTokensOf = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`delete from account_tokens where user_id = ${userId}`);

/** Ends earlier links of a purpose. Links that undo a change of address are kept: each e-mail promised a week. */
export const deleteTokens = (tx: Tx, { purpose, userId, email }: Pick<NewToken, 'purpose' | 'userId' | 'email'>): Promise<number> =>
  userId === null
    ? tx.run(sql`delete from account_tokens where purpose = ${purpose} and user_id is null and lower(email) = lower(${email})`)
    : tx.run(sql`delete from account_tokens where purpose = ${purpose} and user_id = ${userId} and purpose <> 'undo_email'`);

export const findToken = (db: Queryable, id: string): Promise<TokenRow | undefined> =>
  db.maybe(TokenRow, sql`select ${TokenRow.list} from account_tokens where id::text = ${id}`);

/** The row of a valid token, without consuming it. */
export const findByHash = (
  db: Queryable,
  { purpose, hash, now }: { readonly purpose: Purpose; readonly hash: Buffer; readonly now: Instant },
): Promise<TokenRow | undefined> =>
  db.maybe(
    TokenRow,
    sql`select ${TokenRow.list} from account_tokens where token_hash = ${hash} and purpose = ${purpose} and expires_at > ${new Date(now)}`,
  );

/** Consumes a token. Of two simultaneous uses only one gets the row. */
export const consumeByHash = (
  tx: Tx,
  { purpose, hash, now }: { readonly purpose: Purpose; readonly hash: Buffer; readonly now: Instant },
): Promise<TokenRow | undefined> =>
  tx.maybe(
    TokenRow,
    sql`
    delete from account_tokens where token_hash = ${hash} and purpose = ${purpose}
      and expires_at > ${new Date(now)} returning ${TokenRow.list}`,
  );

export const deleteExpiredTokens = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`delete from account_tokens where expires_at <= ${new Date(now)}`);
