import { createSession, currentSession, deleteSession } from '#contract/sessions.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { readUser } from '#server/users/read-user.ts';
import { callerOf, hashOfId } from './caller.ts';
import { sessionCookies } from './cookies.ts';
import { tellSessionsEnded } from './end-sessions.ts';
import type { OpenedSession, SignInDeps } from './begin-session.ts';
import { openSession } from './open-session.ts';
import { deleteSessionRow } from './store.ts';

/** The answer to a right password. Before the second factor it says nothing of the account but what is still needed. */
async function answerOf(deps: SignInDeps, opened: OpenedSession) {
  const { userId, createdAt, expiresAt, needs } = opened;
  const user = needs === 'none' ? await readUser(deps.db, userId) : undefined;
  const attributes = { created_at: toRfc3339(createdAt), expires_at: toRfc3339(expiresAt), needs };
  const session = { type: 'sessions', id: 'current', attributes, links: { self: '/api/v1/sessions/current' } } as const;
  if (user === undefined) return { data: session };
  return { data: { ...session, relationships: { user: { data: { type: 'users', id: userId } } } }, included: [user] };
}

export function sessionRoutes(deps: SignInDeps): readonly Route[] {
  const cookies = sessionCookies(deps.settings.publicUrl);
  return [
    route(createSession, async (call) => {
      const { email, password, remember = false, totp } = call.body;
      const { isKnown, ...caller } = callerOf(deps, call);
      const opened = await openSession(deps, {
        email,
        password,
        totp: totp ?? undefined,
        isRemembered: remember,
        ...caller,
        oldToken: cookies.read(call.header('cookie')),
      });
      if (!opened.ok) return opened;
      const { token, createdAt, expiresAt } = opened.value;
      return accept({
        ...(await answerOf(deps, opened.value)),
        cookies: [
          cookies.set(token, remember ? Math.floor((expiresAt - createdAt) / 1000) : undefined),
          ...(isKnown ? [] : [cookies.setDevice(caller.deviceToken)]),
        ],
      });
    }),
    route(currentSession, async ({ visitor }) => {
      const user = visitor.kind === 'user' ? await readUser(deps.db, visitor.userId) : undefined;
      return accept({ data: user ?? null });
    }),
    route(deleteSession, async ({ visitor, tx }) => {
      if (visitor.kind !== 'guest') {
        await deleteSessionRow(tx, hashOfId(visitor.sessionId));
        tellSessionsEnded(deps, tx, visitor.userId);
      }
      return accept({ cookies: cookies.clear(), headers: { 'clear-site-data': '"cache", "storage"' } });
    }),
  ];
}
