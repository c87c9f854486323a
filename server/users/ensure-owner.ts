import { DEFAULT_LOCALE } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword } from './hash-password.ts';
import { insertUser } from './insert-user.ts';
import { hasOwner, lockOwners } from './store.ts';

const DEFAULT_EMAIL = 'owner@example.com';
const PASSWORD_BYTES = 15;

export interface FirstOwner {
  readonly email: string;
  /** Set when generated: printed once, stored nowhere. */
  readonly generatedPassword: string | null;
}

/**
 * Creates the office's first owner (contract 5), with a generated password when none is configured; one of two concurrent processes does.
 * Undefined: one exists, accounts are never changed.
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
