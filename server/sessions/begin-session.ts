import { type FactorNeed, factorNeed } from '#core/security/sign-in.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import type { SignInUser } from '#server/users/passwords.ts';
import type { SessionEndDeps } from './end-sessions.ts';
import { type NotifyUser, recordSecurityEvent } from './record-security-event.ts';
import { hashOfToken, newSessionToken, sessionTokenHash } from './caller.ts';
import { deleteSessionRow, insertSession, upsertDevice } from './store.ts';

/** A session lasts a working day, or 30 days with "remember me". */
export const SESSION_MS = 12 * HOUR_MS;
const REMEMBERED_MS = 30 * DAY_MS;

export type SignInDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'settings'> &
  SessionEndDeps & {
    readonly limits: RateLimits;
    readonly notifyUser: NotifyUser;
  };

export interface OpenedSession {
  readonly userId: string;
  readonly token: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** What is missing before the session counts as signed in. */
  readonly needs: FactorNeed;
}

/** Who signs in, and from where. */
export interface BeginSessionInput {
  readonly user: SignInUser;
  readonly factorGivenAt: Instant | null;
  readonly isRemembered: boolean;
  readonly ip: string;
  /** The User-Agent. */
  readonly device: string;
  /** Recognizes the browser on later sign-ins. */
  readonly deviceToken: string;
  /** The whole Cookie header. */
  readonly cookies: string | undefined;
  /** The session that the client sent. It is ended, so that no one can plant a session (R30). */
  readonly oldToken: string | undefined;
}

/** Opens a session for a user whose credentials are verified. */
export async function beginSession(deps: SignInDeps, tx: Tx, input: BeginSessionInput): Promise<OpenedSession> {
  const { user, factorGivenAt, isRemembered, ip, device, deviceToken, oldToken } = input;
  const token = newSessionToken(deps.random);
  const tokenHash = hashOfToken(token);
  const createdAt = deps.clock.now();
  const expiresAt = createdAt + (isRemembered ? REMEMBERED_MS : SESSION_MS);
  const oldHash = oldToken === undefined ? undefined : sessionTokenHash(oldToken);
  const isEnrolled = user.secondFactorSince !== null;
  const needs = factorNeed({ role: user.role, mode: deps.settings.mode, isEnrolled, factorGivenAt });
  if (oldHash !== undefined) await deleteSessionRow(tx, oldHash);
  await insertSession(tx, { tokenHash, userId: user.id, createdAt, expiresAt, ip, device, factorGivenAt });
  if (needs === 'none') await recordSignIn(deps, tx, { userId: user.id, ip, device, deviceToken }, tokenHash);
  return { userId: user.id, token, createdAt, expiresAt, needs };
}

export interface SignedInFrom {
  readonly userId: string;
  readonly ip: string;
  readonly device: string;
  readonly deviceToken: string;
}

/** Records a completed sign-in. One from a new browser is reported to the user by mail. */
export async function recordSignIn(
  deps: Pick<Deps, 'random' | 'clock'> & { readonly notifyUser: NotifyUser },
  tx: Tx,
  { userId, ip, device, deviceToken }: SignedInFrom,
  sessionHash: Buffer,
): Promise<void> {
  const deviceState = await upsertDevice(tx, { userId, deviceHash: hashOfToken(deviceToken), now: deps.clock.now() });
  await recordSecurityEvent(deps, tx, { userId, topic: deviceState === 'new' ? 'new_device' : 'signed_in', ip, device, sessionHash });
}
