import { changePassword, endOtherSessions, endOwnSession, listOwnSessions, listSecurityEvents } from '#contract/account/account.ts';
import { newPasswordProblems } from '#core/security/password.ts';
import { accept, refuse } from '#core/result.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { requireFresh } from './require-fresh.ts';
import { callerOf, hashOfId } from './caller.ts';
import { renewPassword } from './renew-password.ts';
import { publishSessionsEnded } from './end-sessions.ts';
import { recordSecurityEvent } from './record-security-event.ts';
import type { SignInDeps } from './begin-session.ts';
import { presentEvents, presentSession } from './present.ts';
import * as store from './store.ts';

/** Newest events shown; older ones stay in the audit. */
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
    // The current password, which this call requires, is itself the proof of a user without a second factor
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
