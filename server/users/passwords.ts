import { checkPassword } from '#core/security/password.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { col, type Db, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { findUser, findUserByEmail, type User } from './store.ts';

/** What signing in needs to know of a user. */
export type SignInUser = Pick<User, 'id' | 'role' | 'secondFactorSince'>;

interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal;
}

export interface CredentialCheck {
  /** Undefined for a wrong e-mail or password and for a disabled user. The caller cannot tell these cases apart. */
  readonly user: SignInUser | undefined;
  /** The hash that the password was compared with. A session begins only while it is still the user's. */
  readonly passwordHash: string | null;
  /** The account of the e-mail, to record the failure in its security events. */
  readonly accountId: string | null;
}

/** The user of an e-mail and password. The work is the same whether or not the e-mail has an account (R29). */
export async function checkCredentials(db: Queryable, { email, password, signal }: Credentials): Promise<CredentialCheck> {
  const account = await findUserByEmail(db, email);
  const isCorrect = await verifyPassword(password, account?.passwordHash, signal);
  const user = isCorrect && account?.disabledAt === null ? account : undefined;
  return { user, passwordHash: account?.passwordHash ?? null, accountId: account?.id ?? null };
}

export async function hasPassword(db: Queryable, userId: string): Promise<boolean> {
  const user = await findUser(db, userId);
  return user !== undefined && user.passwordHash !== null;
}

/** False for a user without a password. */
export async function isPasswordOf(db: Queryable, userId: string, password: string): Promise<boolean> {
  const user = await findUser(db, userId);
  return await verifyPassword(password, user?.passwordHash);
}

const IdRow = rowType({ id: col.text });

/**
 * Whether a hash is still that of a user who may sign in. The password is locked until the transaction ends, because it can change while
 * a hash is computed.
 */
export const isStillPassword = async (tx: Tx, userId: string, hash: string | null): Promise<boolean> =>
  (await tx.maybe(IdRow, sql`select id from users where id = ${userId} and password_hash = ${hash} and disabled_at is null for share`)) !==
  undefined;

export interface PasswordReplacement {
  readonly userId: string;
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** The hash of a new password. Refused unless the current password is right (R33). */
export async function hashNewPassword(
  db: Db,
  { userId, currentPassword, newPassword }: PasswordReplacement,
): Promise<Result<string, 'authentication_failed' | 'too_short' | 'invalid_format'>> {
  const user = await findUser(db, userId);
  if (user === undefined || !(await verifyPassword(currentPassword, user.passwordHash)))
    return refuse({ code: 'authentication_failed', field: 'current_password', message: 'wrong_password' });
  const checked = checkPassword(newPassword, user.email, user.role);
  return checked.ok ? accept(await hashPassword(newPassword)) : checked;
}

/** The hash of a first password, for a user without one. */
export async function hashFirstPassword(password: string, email: string): Promise<Result<string, 'too_short' | 'invalid_format'>> {
  const checked = checkPassword(password, email);
  return checked.ok ? accept(await hashPassword(password)) : checked;
}

export const setPassword = (tx: Tx, userId: string, hash: string): Promise<number> =>
  tx.run(sql`update users set password_hash = ${hash} where id = ${userId}`);

/** Returns 0 if the user has a password already. */
export const setFirstPassword = (tx: Tx, userId: string, hash: string): Promise<number> =>
  tx.run(sql`update users set password_hash = ${hash} where id = ${userId} and password_hash is null`);

/** Returns 0 if the user has no password. */
export const removePassword = (tx: Tx, userId: string): Promise<number> =>
  tx.run(sql`update users set password_hash = null where id = ${userId} and password_hash is not null`);
