import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

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

const columns = sql`id, purpose, user_id, email, expires_at`;

export interface NewToken {
  readonly id: string;
  readonly purpose: Purpose;
  /** Null: the address's account at the time of use. */
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

/** Ends earlier links of a purpose. Undo links stay for the week that each mail promised. */
export const deleteTokens = (tx: Tx, { purpose, userId, email }: Pick<NewToken, 'purpose' | 'userId' | 'email'>): Promise<number> =>
  userId === null
    ? tx.run(sql`delete from account_tokens where purpose = ${purpose} and user_id is null and lower(email) = lower(${email})`)
    : tx.run(sql`delete from account_tokens where purpose = ${purpose} and user_id = ${userId} and purpose <> 'undo_email'`);

export const findToken = (db: Queryable, id: string): Promise<TokenRow | undefined> =>
  db.maybe(TokenRow, sql`select ${columns} from account_tokens where id::text = ${id}`);

/** The row of a valid token, without consuming it. */
export const findByHash = (
  db: Queryable,
  { purpose, hash, now }: { readonly purpose: Purpose; readonly hash: Buffer; readonly now: Instant },
): Promise<TokenRow | undefined> =>
  db.maybe(
    TokenRow,
    sql`select ${columns} from account_tokens where token_hash = ${hash} and purpose = ${purpose} and expires_at > ${new Date(now)}`,
  );

/** Consumes a token: of two simultaneous uses one gets the row. */
export const consumeByHash = (
  tx: Tx,
  { purpose, hash, now }: { readonly purpose: Purpose; readonly hash: Buffer; readonly now: Instant },
): Promise<TokenRow | undefined> =>
  tx.maybe(
    TokenRow,
    sql`
    delete from account_tokens where token_hash = ${hash} and purpose = ${purpose} and expires_at > ${new Date(now)} returning ${columns}`,
  );

export const deleteExpiredTokens = (db: Queryable, now: Instant): Promise<number> =>
  db.run(sql`delete from account_tokens where expires_at <= ${new Date(now)}`);
