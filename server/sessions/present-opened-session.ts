import { SECOND_MS, toRfc3339 } from '#core/time.ts';
import { readUser } from '#server/users/read-user.ts';
import { sessionCookies } from './cookies.ts';
import type { OpenedSession, SignInDeps } from './begin-session.ts';

/** How the browser stores a session. */
export interface CookieOptions {
  readonly isRemembered: boolean;
  /** Device token to set; undefined: the browser has one. */
  readonly newDeviceToken: string | undefined;
}

/** Cookies of a new session. */
export function cookiesOfSession(
  deps: Pick<SignInDeps, 'settings'>,
  { token, createdAt, expiresAt }: OpenedSession,
  { isRemembered, newDeviceToken: newDevice }: CookieOptions,
): string[] {
  const cookies = sessionCookies(deps.settings.publicUrl);
  return [
    cookies.set(token, isRemembered ? Math.floor((expiresAt - createdAt) / SECOND_MS) : undefined),
    ...(newDevice === undefined ? [] : [cookies.setDevice(newDevice)]),
  ];
}

/** Response to a sign-in. Before the second factor it tells nothing of the account except which factor is needed. */
export async function presentOpenedSession(deps: SignInDeps, opened: OpenedSession, cookieOptions: CookieOptions) {
  const { userId, createdAt, expiresAt, needs } = opened;
  const user = needs === 'none' ? await readUser(deps, deps.db, userId) : undefined;
  const attributes = { created_at: toRfc3339(createdAt), expires_at: toRfc3339(expiresAt), needs };
  const session = { type: 'sessions', id: 'current', attributes, links: { self: '/api/v1/sessions/current' } } as const;
  const cookies = cookiesOfSession(deps, opened, cookieOptions);
  if (user === undefined) return { data: session, cookies };
  return { data: { ...session, relationships: { user: { data: { type: 'users', id: userId } } } }, included: [user], cookies };
}
