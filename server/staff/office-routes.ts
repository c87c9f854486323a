import {
  officeChangeRole,
  officeDisableColleague,
  officeGetColleague,
  officeInvite,
  officeListInvitations,
  officeListStaff,
  officeResendInvitation,
  officeResetFactor,
  officeSignOutColleague,
  officeWithdrawInvitation,
} from '#contract/office-staff.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { requireFresh } from '#server/sessions/require-fresh.ts';
import type { Operator } from '#server/operators/operator.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Route, route, type SignedInOperator } from '#server/platform/http/route.ts';
import type { TellPerson } from '#server/sessions/note-event.ts';
import { disableColleague, proposeRole, resetColleaguesFactor, signOutColleague } from './change-colleague.ts';
import { linkOf } from './invitation-link.ts';
import { invite, resendInvitation, withdrawInvitation } from './invite.ts';
import { presentColleague, presentDetail, presentInvitation } from './present.ts';
import { findColleague, type InvitationRow, listInvitations, listStaff } from './store.ts';

/** `isMailed`: letters leave the house; where they do not, the owner hands the link over himself. */
export type StaffRouteDeps = Deps & { readonly tell: TellPerson; readonly isMailed: boolean };

/** An owner who has just given his second factor. */
function changer(deps: StaffRouteDeps, operator: SignedInOperator): Result<Operator, 'fresh_factor_required'> {
  const fresh = requireFresh(operator, deps.clock.now());
  return fresh.ok ? accept(operator) : fresh;
}

async function answer(deps: StaffRouteDeps, tx: Tx, { id, operatorId }: { readonly id: string; readonly operatorId: string }) {
  const row = await findColleague(tx, id);
  return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: await presentDetail(deps, tx, { row, operatorId }) });
}

const readRoutes = (deps: StaffRouteDeps): Route[] => [
  route(officeListStaff, async ({ visitor: operator }) => {
    return accept({ data: (await listStaff(deps.db)).map((row) => presentColleague(row, operator.userId)) });
  }),
  route(officeGetColleague, async ({ visitor: operator, params }) => {
    const row = await findColleague(deps.db, params.id);
    if (row === undefined) return refuse({ code: 'not_found' });
    return accept({ data: await presentDetail(deps, deps.db, { row, operatorId: operator.userId }) });
  }),
];

const changeRoutes = (deps: StaffRouteDeps): Route[] => [
  route(officeChangeRole, async ({ visitor, params, body, tx }) => {
    const operator = changer(deps, visitor);
    if (!operator.ok) return operator;
    if (body.note === '') return refuse({ code: 'required', field: 'note' });
    if (body.role === undefined && body.is_enabled === undefined) return refuse({ code: 'required', field: 'role' });
    const about = { id: params.id, operatorId: operator.value.userId };
    const done = await proposeRole(deps, tx, { ...about, role: body.role, isEnabled: body.is_enabled, note: body.note });
    return done.ok ? answer(deps, tx, about) : done;
  }),
  route(officeDisableColleague, async ({ visitor, params, body, tx }) => {
    const operator = changer(deps, visitor);
    if (!operator.ok) return operator;
    if (body.note === '') return refuse({ code: 'required', field: 'note' });
    const about = { id: params.id, operatorId: operator.value.userId };
    const done = await disableColleague(deps, tx, { ...about, note: body.note });
    return done.ok ? answer(deps, tx, about) : done;
  }),
  route(officeSignOutColleague, async ({ visitor, params, tx }) => {
    const operator = changer(deps, visitor);
    if (!operator.ok) return operator;
    const about = { id: params.id, operatorId: operator.value.userId };
    const done = await signOutColleague(deps, tx, about);
    return done.ok ? answer(deps, tx, about) : done;
  }),
  route(officeResetFactor, async ({ visitor, params, tx }) => {
    const operator = changer(deps, visitor);
    if (!operator.ok) return operator;
    const about = { id: params.id, operatorId: operator.value.userId };
    const done = await resetColleaguesFactor(deps, tx, about);
    return done.ok ? answer(deps, tx, about) : done;
  }),
];

/** With the link where nobody mails it. */
const shown = (deps: StaffRouteDeps, row: InvitationRow) =>
  presentInvitation(row, { now: deps.clock.now(), link: deps.isMailed ? null : linkOf(deps, row) });

const invitationRoutes = (deps: StaffRouteDeps): Route[] => [
  route(officeListInvitations, async () => {
    const now = deps.clock.now();
    return accept({ data: (await listInvitations(deps.db)).map((row) => presentInvitation(row, { now, link: null })) });
  }),
  route(officeInvite, async ({ visitor, body, tx }) => {
    const operator = changer(deps, visitor);
    if (!operator.ok) return operator;
    const invited = await invite(deps, tx, { ...body, operatorId: operator.value.userId });
    if (!invited.ok) return invited;
    return accept({ data: invited.value === null ? null : shown(deps, invited.value) });
  }),
  route(officeResendInvitation, async ({ visitor, params, tx }) => {
    const operator = changer(deps, visitor);
    if (!operator.ok) return operator;
    const sent = await resendInvitation(deps, tx, { id: params.id, operatorId: operator.value.userId });
    return sent.ok ? accept({ data: shown(deps, sent.value) }) : sent;
  }),
  route(officeWithdrawInvitation, async ({ visitor, params, tx }) => {
    const operator = changer(deps, visitor);
    if (!operator.ok) return operator;
    const done = await withdrawInvitation(deps, tx, { id: params.id, operatorId: operator.value.userId });
    return done.ok ? accept({}) : done;
  }),
];

/** The operators' calls about who works here. */
export const officeStaffRoutes = (deps: StaffRouteDeps): Route[] => [...readRoutes(deps), ...changeRoutes(deps), ...invitationRoutes(deps)];
