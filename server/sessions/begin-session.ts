import { type FactorNeed, needOf } from '#core/sign-in.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import type { Entrant } from '#server/users/check-credentials.ts';
import type { Telling } from './end-sessions.ts';
import type { TellPerson } from './note-event.ts';
import { noteSignedIn } from './note-signed-in.ts';
import { hashOfToken, newSessionToken, sessionTokenHash } from './session-token.ts';
import { deleteSessionRow, insertSession } from './store.ts';

/** A working day; with "remember me" a month. */
export const SESSION_MS = 12 * HOUR_MS;
export const REMEMBERED_MS = 30 * DAY_MS;

export type SignInDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'secrets' | 'settings'> &
  Telling & {
    readonly limits: RateLimits;
    readonly tell: TellPerson;
  };

export interface OpenedSession {
  readonly userId: string;
  readonly token: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** What is still missing before it is more than a guest's. */
  readonly needs: FactorNeed;
}

/** Who comes in, from where. */
export interface Entering {
  readonly user: Entrant;
  readonly factorGivenAt: Instant | null;
  readonly isRemembered: boolean;
  readonly ip: string;
  /** What the browser says of itself. */
  readonly device: string;
  /** By which the browser is known again. */
  readonly deviceToken: string;
  /** All that the browser brings, for what an account begins with. */
  readonly cookies: string | undefined;
  /** The session the visitor comes with: it ends, so that nobody can plant one (R30). */
  readonly oldToken: string | undefined;
}

/** A new session of somebody who has shown that he may have one. */
export async function beginSession(deps: SignInDeps, tx: Tx, entering: Entering): Promise<OpenedSession> {
  const { user, factorGivenAt, isRemembered, ip, device, deviceToken, oldToken } = entering;
  const token = newSessionToken(deps.random);
  const tokenHash = hashOfToken(token);
  const createdAt = deps.clock.now();
  const expiresAt = createdAt + (isRemembered ? REMEMBERED_MS : SESSION_MS);
  const oldHash = oldToken === undefined ? undefined : sessionTokenHash(oldToken);
  const isEnrolled = user.secondFactorSince !== null;
  const needs = needOf({ role: user.role, mode: deps.settings.mode, isEnrolled, factorGivenAt });
  if (oldHash !== undefined) await deleteSessionRow(tx, oldHash);
  await insertSession(tx, { tokenHash, userId: user.id, createdAt, expiresAt, ip, device, factorGivenAt });
  if (needs === 'none') await noteSignedIn(deps, tx, { userId: user.id, ip, device, deviceToken }, tokenHash);
  return { userId: user.id, token, createdAt, expiresAt, needs };
}
