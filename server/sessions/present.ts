import type { OwnSessionAttributes, SecurityEventAttributes } from '#contract/account/account.ts';
import type { Resource } from '#contract/document.ts';
import { oneOf } from '#core/closed-list.ts';
import { deviceName } from '#core/security/device-name.ts';
import { SECURITY_TOPIC_NAMES } from '#core/security/security-event.ts';
import { SECOND_MS, toRfc3339 } from '#core/time.ts';
import { readUser } from '#server/users/read-user.ts';
import type { SecurityEventRow, SessionRow } from './store.ts';
import { sessionCookies } from './caller.ts';
import type { OpenedSession, SignInDeps } from './begin-session.ts';

const deviceNameOf = (device: string | null): string | null => (device === null ? null : deviceName(device));

/** A live session as its owner sees it; its id is not the token. */
export function presentSession(row: SessionRow, currentId: string | null): Resource<OwnSessionAttributes> {
  const id = row.token_hash.toString('base64url');
  return {
    type: 'own_sessions',
    id,
    attributes: {
      is_current: id === currentId,
      device: deviceNameOf(row.device),
      ip: row.ip,
      created_at: toRfc3339(row.created_at.getTime()),
      last_seen_at: toRfc3339(row.last_seen_at.getTime()),
    },
  };
}

/** Topics unknown to this release are left out. */
export const presentEvents = (rows: readonly SecurityEventRow[]): Resource<SecurityEventAttributes>[] =>
  rows.flatMap((row) => {
    const topic = oneOf(SECURITY_TOPIC_NAMES, row.topic);
    if (topic === undefined) return [];
    const attributes = { topic, device: deviceNameOf(row.device), ip: row.ip, at: toRfc3339(row.at.getTime()) };
    return [{ type: 'security_events', id: row.id, attributes }];
  });

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

/** Response to a sign-in. Before the second factor it contains nothing of the account except which factor is needed. */
export async function presentOpenedSession(deps: SignInDeps, opened: OpenedSession, cookieOptions: CookieOptions) {
  const { userId, createdAt, expiresAt, needs } = opened;
  const user = needs === 'none' ? await readUser(deps, deps.db, userId) : undefined;
  const attributes = { created_at: toRfc3339(createdAt), expires_at: toRfc3339(expiresAt), needs };
  const session = { type: 'sessions', id: 'current', attributes, links: { self: '/api/v1/sessions/current' } } as const;
  const cookies = cookiesOfSession(deps, opened, cookieOptions);
  if (user === undefined) return { data: session, cookies };
  return { data: { ...session, relationships: { user: { data: { type: 'users', id: userId } } } }, included: [user], cookies };
}
