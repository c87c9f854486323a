import { changePassword, endOtherSessions, endOwnSession, listOwnSessions, listSecurityEvents } from '#contract/account/account.ts';
import { createSession, currentSession, deleteSession, endedSession } from '#contract/account/sessions.ts';
import { checkEmail } from '#core/account/profile.ts';
import { accept, refuse } from '#core/result.ts';
import { newPasswordProblems } from '#core/security/password.ts';
import { type HumanDeps, refundHumanCheck, requireHuman } from '#server/captcha/require-human.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { readUser } from '#server/users/read-user.ts';
import { renewPassword } from './account-password.ts';
import type { SignInDeps } from './begin-session.ts';
import { callerOf, hashOfId, sessionCookies, sessionTokenHash } from './caller.ts';
import { findSessionEndedByVerification, publishSessionsEnded } from './end-sessions.ts';
import { openSession } from './open-session.ts';
import { presentEvents, presentOpenedSession, presentSession } from './present.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import { requireFresh } from './visitor.ts';
import * as store from './store.ts';

/** Refusals of values that can never sign in. They reveal nothing about accounts. */
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
      const { newDeviceToken, ...caller } = callerOf(deps, call);
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
      return accept(await presentOpenedSession(deps, opened.value, { isRemembered: remember, newDeviceToken }));
    }),
    route(currentSession, async ({ visitor }) => {
      const user = visitor.kind === 'user' ? await readUser(deps, deps.db, visitor.userId) : undefined;
      return accept({ data: user ?? null });
    }),
    route(endedSession, async (call) => {
      const token = cookies.read(call.header('cookie'));
      const tokenHash = token === undefined ? undefined : sessionTokenHash(token);
      const ended = tokenHash && (await findSessionEndedByVerification(deps.db, tokenHash, deps.clock.now()));
      return accept({
        data:
          ended === undefined ? null : { type: 'ended_sessions', id: 'ended', attributes: { reason: 'email_proven', email: ended.email } },
      });
    }),
    route(deleteSession, async ({ visitor, tx }) => {
      if (visitor.kind === 'user' || visitor.kind === 'half_open') {
        await store.deleteSessionRow(tx, hashOfId(visitor.sessionId));
        publishSessionsEnded(deps, tx, visitor.userId);
      }
      return accept({ cookies: cookies.clear(), headers: { 'clear-site-data': '"cache", "storage"' } });
    }),
  ];
}

/** The number of events shown. Older events stay in the audit. */
const MAX_EVENTS = 100;

/** A user's own sessions, password and security events. */
export const accountRoutes = (deps: SignInDeps): Route[] => [
  route(listOwnSessions, async ({ visitor }) => {
    const rows = await store.listSessions(deps.db, visitor.userId, deps.clock.now());
    return accept({ data: rows.map((row) => presentSession(row, visitor.sessionId)) });
  }),
  route(endOwnSession, async ({ visitor, params, tx }) => {
    const ended = await store.deleteOwnSession(tx, visitor.userId, hashOfId(params.id));
    publishSessionsEnded(deps, tx, visitor.userId);
    return ended === 0 ? refuse({ code: 'not_found' }) : accept({});
  }),
  route(endOtherSessions, async (call) => {
    const { visitor, tx } = call;
    await store.deleteOtherSessions(tx, visitor.userId, hashOfId(visitor.sessionId));
    publishSessionsEnded(deps, tx, visitor.userId);
    const { ip, device } = callerOf(deps, call);
    await recordSecurityEvent(deps, tx, { userId: visitor.userId, topic: 'signed_out_everywhere', ip, device });
    return accept({});
  }),
  route(changePassword, async (call) => {
    const { visitor, body } = call;
    // A user without a second factor proves the identity by the current password, which this call requires
    const fresh = visitor.factorGivenAt === undefined ? accept(null) : requireFresh(visitor, deps.clock.now());
    if (!fresh.ok) return fresh;
    const { userId, sessionId, role, email } = visitor;
    const { current_password: currentPassword, password, password_confirmation: confirmation } = body;
    const [problem, ...otherProblems] = [
      ...(currentPassword === '' ? [{ code: 'required', field: 'current_password' } as const] : []),
      ...newPasswordProblems({ password, confirmation, email, role }),
    ];
    if (problem !== undefined) return refuse(problem, ...otherProblems);
    const { ip, device } = callerOf(deps, call);
    const changed = await renewPassword(deps, { userId, sessionId, role, ip, device, currentPassword, newPassword: password });
    return changed.ok ? accept({}) : changed;
  }),
  route(listSecurityEvents, async ({ visitor }) => {
    return accept({ data: presentEvents(await store.listSecurityEvents(deps.db, visitor.userId, MAX_EVENTS)) });
  }),
];
