import { parseCookie, stringifySetCookie } from 'cookie';
import { createSession, currentSession, deleteSession } from '#contract/sessions.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { sessionCookieName } from '#server/platform/http/create-http.ts';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { readUser } from '#server/users/read-user.ts';
import { openSession } from './open-session.ts';
import { deleteSessionRow } from './store.ts';

const REFERRAL_COOKIE = 'referal_hash';

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings'> & { readonly limits: RateLimits };

/** Cookies of a session: unreadable to scripts, not sent by other sites, bound to the host over https (contract 2). */
function sessionCookies(publicUrl: string) {
  const name = sessionCookieName(publicUrl);
  const base = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const;
  return {
    set: (token: string, maxAgeSeconds: number | undefined) =>
      stringifySetCookie({ name, value: token, ...base, ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }) }),
    clear: () => [
      stringifySetCookie({ name, value: '', ...base, maxAge: 0 }),
      stringifySetCookie({ name: REFERRAL_COOKIE, value: '', path: '/', maxAge: 0 }),
    ],
    read: (header: string | undefined) => (header === undefined ? undefined : parseCookie(header)[name]),
  };
}

const hashOf = (sessionId: string): Buffer => Buffer.from(sessionId, 'base64url');

export function sessionRoutes(deps: SessionDeps): readonly Route[] {
  const cookies = sessionCookies(deps.settings.publicUrl);
  return [
    route(createSession, async (call) => {
      const { email, password, remember = false } = call.body;
      const opened = await openSession(deps, {
        email,
        password,
        isRemembered: remember,
        ip: call.ip,
        oldToken: cookies.read(call.header('cookie')),
      });
      if (!opened.ok) return opened;
      const { userId, token, createdAt, expiresAt } = opened.value;
      const user = await readUser(deps.db, userId);
      if (user === undefined) return refuse({ code: 'authentication_failed' });
      return accept({
        data: {
          type: 'sessions',
          id: 'current',
          attributes: { created_at: toRfc3339(createdAt), expires_at: toRfc3339(expiresAt) },
          relationships: { user: { data: { type: 'users', id: userId } } },
          links: { self: '/api/v1/sessions/current' },
        },
        included: [user],
        cookies: [cookies.set(token, remember ? Math.floor((expiresAt - createdAt) / 1000) : undefined)],
      });
    }),
    route(currentSession, async ({ visitor }) => {
      const user = visitor.kind === 'user' ? await readUser(deps.db, visitor.userId) : undefined;
      return accept({ data: user ?? null });
    }),
    route(deleteSession, async ({ visitor, tx }) => {
      if (visitor.kind === 'user') await deleteSessionRow(tx, hashOf(visitor.sessionId));
      return accept({ cookies: cookies.clear(), headers: { 'clear-site-data': '"cache", "storage"' } });
    }),
  ];
}
