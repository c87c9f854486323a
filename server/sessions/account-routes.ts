import { changePassword, endOtherSessions, endOwnSession, listOwnSessions, listSecurityEvents } from '#contract/account.ts';
import { newPasswordProblems } from '#core/password.ts';
import { accept, refuse } from '#core/result.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { requireFresh } from './require-fresh.ts';
import { callerOf, hashOfId } from './caller.ts';
import { renewPassword } from './renew-password.ts';
import { tellSessionsEnded } from './end-sessions.ts';
import { noteSecurityEvent } from './note-event.ts';
import type { SignInDeps } from './begin-session.ts';
import { presentEvents, presentSession } from './present.ts';
import * as store from './store.ts';

/** More than anybody reads; older ones are in the audit of whoever asks for them. */
const EVENTS = 100;

/** What somebody does with his own sessions. */
export const accountRoutes = (deps: SignInDeps): Route[] => [
  route(listOwnSessions, async ({ visitor }) => {
    const rows = await store.listSessions(deps.db, visitor.userId, deps.clock.now());
    return accept({ data: rows.map((row) => presentSession(row, visitor.sessionId)) });
  }),
  route(endOwnSession, async ({ visitor, params, tx }) => {
    const ended = await store.deleteOwnSession(tx, visitor.userId, hashOfId(params.id));
    tellSessionsEnded(deps, tx, visitor.userId);
    return ended === 0 ? refuse({ code: 'not_found' }) : accept({});
  }),
  route(endOtherSessions, async (call) => {
    const { visitor, tx } = call;
    await store.deleteOtherSessions(tx, visitor.userId, hashOfId(visitor.sessionId));
    tellSessionsEnded(deps, tx, visitor.userId);
    const { ip, device } = callerOf(deps, call);
    await noteSecurityEvent(deps, tx, { userId: visitor.userId, topic: 'signed_out_everywhere', ip, device });
    return accept({});
  }),
  route(changePassword, async (call) => {
    const { visitor, body } = call;
    // The present password, which it asks for, is itself the proof of whoever has no second factor
    const fresh = visitor.factorGivenAt === undefined ? accept(null) : requireFresh(visitor, deps.clock.now());
    if (!fresh.ok) return fresh;
    const { userId, sessionId, role, email } = visitor;
    const { current_password: current, password, password_confirmation: confirmation } = body;
    const [problem, ...others] = [
      ...(current === '' ? [{ code: 'required', field: 'current_password' } as const] : []),
      ...newPasswordProblems({ password, confirmation, email, role }),
    ];
    if (problem !== undefined) return refuse(problem, ...others);
    const { ip, device } = callerOf(deps, call);
    const changed = await renewPassword(deps, {
      userId,
      sessionId,
      role,
      ip,
      device,
      current,
      next: password,
    });
    return changed.ok ? accept({}) : changed;
  }),
  route(listSecurityEvents, async ({ visitor }) => {
    return accept({ data: presentEvents(await store.listSecurityEvents(deps.db, visitor.userId, EVENTS)) });
  }),
];
