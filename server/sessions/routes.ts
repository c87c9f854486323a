import { createSession, currentSession, deleteSession, endedSession } from '#contract/account/sessions.ts';
import { checkEmail } from '#core/account/profile.ts';
import { accept, refuse } from '#core/result.ts';
import { refundHumanCheck, type HumanDeps, requireHuman } from '#server/captcha/require-human.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { readUser } from '#server/users/read-user.ts';
import { presentOpenedSession } from './present-opened-session.ts';
import { callerOf, hashOfId } from './caller.ts';
import { sessionCookies } from './cookies.ts';
import { findSessionEndedByProof } from './ended-sessions.ts';
import { publishSessionsEnded } from './end-sessions.ts';
import type { SignInDeps } from './begin-session.ts';
import { openSession } from './open-session.ts';
import { sessionTokenHash } from './session-token.ts';
import { deleteSessionRow } from './store.ts';

/** Refusals of values that can never sign in; reveals nothing about accounts. */
function inputProblems({ email, password }: { readonly email: string; readonly password: string }) {
  const address = email.trim() === '' ? refuse({ code: 'required', field: 'email' }) : checkEmail(email);
  return [...(address.ok ? [] : address.refusals), ...(password === '' ? [{ code: 'required', field: 'password' } as const] : [])];
}

export function sessionRoutes(deps: SignInDeps & HumanDeps): readonly Route[] {
  const cookies = sessionCookies(deps.settings.publicUrl);
  return [
    route(createSession, async (call) => {
      const [problem, ...otherProblems] = inputProblems(call.body);
      if (problem !== undefined) return refuse(problem, ...otherProblems);
      const human = await requireHuman(deps, 'sign_in', call);
      if (!human.ok) return human;
      const { email, password, remember = false, totp } = call.body;
      const { isKnown, ...caller } = callerOf(deps, call);
      const opened = await openSession(deps, {
        email,
        password,
        totp: totp ?? undefined,
        signal: call.signal,
        isRemembered: remember,
        ...caller,
        oldToken: cookies.read(call.header('cookie')),
      });
      if (!opened.ok) return opened;
      await refundHumanCheck(deps, 'sign_in', call);
      const device = isKnown ? undefined : caller.deviceToken;
      return accept(await presentOpenedSession(deps, opened.value, { isRemembered: remember, newDeviceToken: device }));
    }),
    route(currentSession, async ({ visitor }) => {
      const user = visitor.kind === 'user' ? await readUser(deps, deps.db, visitor.userId) : undefined;
      return accept({ data: user ?? null });
    }),
    route(endedSession, async (call) => {
      const token = cookies.read(call.header('cookie'));
      const tokenHash = token === undefined ? undefined : sessionTokenHash(token);
      const ended = tokenHash && (await findSessionEndedByProof(deps.db, tokenHash, deps.clock.now()));
      return accept({
        data:
          ended === undefined ? null : { type: 'ended_sessions', id: 'ended', attributes: { reason: 'email_proven', email: ended.email } },
      });
    }),
    route(deleteSession, async ({ visitor, tx }) => {
      if (visitor.kind === 'user' || visitor.kind === 'half_open') {
        await deleteSessionRow(tx, hashOfId(visitor.sessionId));
        publishSessionsEnded(deps, tx, visitor.userId);
      }
      return accept({ cookies: cookies.clear(), headers: { 'clear-site-data': '"cache", "storage"' } });
    }),
  ];
}
