import type { OperatorRole } from '#core/access/access.ts';
import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { hashPassword } from './hash-password.ts';
import { insertUser } from './change-user.ts';
import { findUserByEmail, hasOwner, lockOwners, promoteCustomer } from './store.ts';

export interface NewOperator {
  readonly email: string;
  readonly role: OperatorRole;
  readonly locale: Locale;
  readonly fullName: string;
  readonly password: string;
}

/**
 * Creates an operator's account, or turns a customer's account into one, and returns its id. Undefined if the account is disabled or an
 * operator's already.
 */
export async function createOperator(
  deps: Pick<Deps, 'random' | 'clock'>,
  tx: Tx,
  { password, ...person }: NewOperator,
): Promise<string | undefined> {
  const passwordHash = await hashPassword(password);
  const existing = await findUserByEmail(tx, person.email);
  // An account with an unverified address may be a stranger's, so it does not become an operator's
  if (existing !== undefined && existing.emailVerifiedAt !== null) {
    if (existing.role !== 'customer' || existing.disabledAt !== null) return undefined;
    await promoteCustomer(tx, existing.id, { ...person, passwordHash });
    return existing.id;
  }
  const id = deps.random.uuid();
  const now = deps.clock.now();
  await insertUser(tx, { id, ...person, passwordHash, emailVerifiedAt: now, createdAt: now });
  return id;
}

const DEFAULT_EMAIL = 'owner@example.com';
const PASSWORD_BYTES = 15;

export interface FirstOwner {
  readonly email: string;
  /** Printed once and stored nowhere. Null if the password was configured. */
  readonly generatedPassword: string | null;
}

/**
 * Creates the office's first owner (contract 5), with a generated password if none is configured. Undefined if an owner exists or another
 * process creates it. Existing accounts are never changed.
 */
export async function ensureOwner(
  deps: Pick<Deps, 'db' | 'clock' | 'random'>,
  configured: { readonly email?: string | undefined; readonly password?: string | undefined } = {},
): Promise<FirstOwner | undefined> {
  const { db, clock, random } = deps;
  if (await hasOwner(db)) return undefined;
  const password = configured.password ?? Buffer.from(random.bytes(PASSWORD_BYTES)).toString('base64url');
  const passwordHash = await hashPassword(password);
  const email = configured.email ?? DEFAULT_EMAIL;
  const now = clock.now();
  return db.tx(async (tx) => {
    await lockOwners(tx);
    if (await hasOwner(tx)) return undefined;
    const owner = {
      id: random.uuid(),
      email,
      passwordHash,
      fullName: null,
      role: 'owner',
      locale: DEFAULT_LOCALE,
      emailVerifiedAt: now,
      createdAt: now,
    } as const;
    await insertUser(tx, owner);
    return { email, generatedPassword: configured.password === undefined ? password : null };
  });
}
