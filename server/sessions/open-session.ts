import { createHash } from 'node:crypto';
import { refuse, accept, type Result } from '#core/result.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import { checkCredentials } from '#server/users/check-credentials.ts';
import { newSessionToken, sessionTokenHash } from './session-token.ts';
import { deleteSessionRow, insertSession } from './store.ts';

/** A working day; with "remember me" a month. */
export const SESSION_MS = 12 * HOUR_MS;
export const REMEMBERED_MS = 30 * DAY_MS;

export interface Opening {
  readonly email: string;
  readonly password: string;
  readonly isRemembered: boolean;
  readonly ip: string;
  /** The session the visitor comes with: it ends, so that nobody can plant one (R30). */
  readonly oldToken: string | undefined;
}

export interface OpenedSession {
  readonly userId: string;
  readonly token: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'random'> & { readonly limits: RateLimits };

/** Counts a guess by account and address, by address, and by account, before any work is done; seconds to wait when one is over (R32). */
async function waitOf(limits: RateLimits, ip: string, account: string): Promise<number | undefined> {
  const waits = [
    await limits.spend('sign_in', `${ip} ${account}`),
    await limits.spend('sign_in_peer', ip),
    await limits.spend('sign_in_account', account),
  ].filter((seconds) => seconds !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Signs in: a new session for the right pair, whatever the reason else one and the same refusal. */
export async function openSession(
  deps: SignInDeps,
  opening: Opening,
): Promise<Result<OpenedSession, 'authentication_failed' | 'too_many_requests'>> {
  const { db, clock, random, limits } = deps;
  const account = createHash('sha256').update(opening.email.toLowerCase()).digest('base64url');
  const seconds = await waitOf(limits, opening.ip, account);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', params: { seconds } });
  const user = await checkCredentials(db, opening.email, opening.password);
  if (user === undefined) return refuse({ code: 'authentication_failed' });
  await limits.forgive('sign_in', `${opening.ip} ${account}`);
  const token = newSessionToken(random);
  const tokenHash = sessionTokenHash(token);
  if (tokenHash === undefined) throw new Error('A new session token has the wrong form');
  const createdAt = clock.now();
  const expiresAt = createdAt + (opening.isRemembered ? REMEMBERED_MS : SESSION_MS);
  const oldHash = opening.oldToken === undefined ? undefined : sessionTokenHash(opening.oldToken);
  await db.tx(async (tx) => {
    if (oldHash !== undefined) await deleteSessionRow(tx, oldHash);
    await insertSession(tx, { tokenHash, userId: user.id, createdAt, expiresAt });
  });
  return accept({ userId: user.id, token, createdAt, expiresAt });
}
