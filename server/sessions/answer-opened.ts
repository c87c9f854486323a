import { SECOND_MS, toRfc3339 } from '#core/time.ts';
import { readUser } from '#server/users/read-user.ts';
import { sessionCookies } from './cookies.ts';
import type { OpenedSession, SignInDeps } from './begin-session.ts';

/** How the browser keeps a session. */
export interface Keeping {
  readonly isRemembered: boolean;
  /** The name that the browser is known by from now on; undefined: it has one. */
  readonly newDevice: string | undefined;
}

/** The cookies of a session that has just begun. */
export function cookiesOf(
  deps: Pick<SignInDeps, 'settings'>,
  { token, createdAt, expiresAt }: OpenedSession,
  { isRemembered, newDevice }: Keeping,
): string[] {
  const cookies = sessionCookies(deps.settings.publicUrl);
  return [
    cookies.set(token, isRemembered ? Math.floor((expiresAt - createdAt) / SECOND_MS) : undefined),
    ...(newDevice === undefined ? [] : [cookies.setDevice(newDevice)]),
  ];
}

/** The answer to whoever has signed in. Before the second factor it says nothing of the account but what is still needed. */
export async function answerOpened(deps: SignInDeps, opened: OpenedSession, keeping: Keeping) {
  const { userId, createdAt, expiresAt, needs } = opened;
  const user = needs === 'none' ? await readUser(deps, deps.db, userId) : undefined;
  const attributes = { created_at: toRfc3339(createdAt), expires_at: toRfc3339(expiresAt), needs };
  const session = { type: 'sessions', id: 'current', attributes, links: { self: '/api/v1/sessions/current' } } as const;
  const cookies = cookiesOf(deps, opened, keeping);
  if (user === undefined) return { data: session, cookies };
  return { data: { ...session, relationships: { user: { data: { type: 'users', id: userId } } } }, included: [user], cookies };
}
