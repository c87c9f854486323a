import type { Resource } from '#contract/document.ts';
import {
  type ColleagueAttributes,
  type ColleagueDetailAttributes,
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
  type StaffInvitationAttributes,
} from '#contract/office/shop/staff.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { findOpenRoleChange } from '#server/approvals/queries.ts';
import type { Deps } from '#server/deps.ts';
import type { Operator } from '#server/operators/operator.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Route, route, type SignedInOperator } from '#server/platform/http/route.ts';
import { readSignInActivity } from '#server/sessions/queries.ts';
import type { NotifyUser } from '#server/sessions/record-security-event.ts';
import { requireFresh } from '#server/sessions/visitor.ts';
import { disableColleague, proposeRole, resetColleaguesFactor, signOutColleague } from './change-colleague.ts';
import { invitationUrl } from './invitation-mail.ts';
import { invite, resendInvitation, withdrawInvitation } from './invitations.ts';
import { findColleague, type InvitationRow, listInvitations, listStaff, type StaffRow } from './store.ts';

/** A colleague in the list of operators. */
export function presentColleague(row: StaffRow, operatorId: string): Resource<ColleagueAttributes> {
  return {
    type: 'staff',
    id: row.id,
    attributes: {
      email: row.email,
      full_name: row.full_name,
      role: row.role,
      is_me: row.id === operatorId,
      is_disabled: row.disabled_at !== null,
      has_second_factor: row.second_factor_since !== null,
      last_seen_at: row.last_seen_at && toRfc3339(row.last_seen_at.getTime()),
      created_at: toRfc3339(row.created_at.getTime()),
    },
  };
}

/** A colleague with sessions, sign-in activity and the open role change. */
export async function presentDetail(
  deps: Pick<Deps, 'clock'>,
  db: Queryable,
  { row, operatorId }: { readonly row: StaffRow; readonly operatorId: string },
): Promise<Resource<ColleagueDetailAttributes>> {
  const { attributes, ...resource } = presentColleague(row, operatorId);
  const now = deps.clock.now();
  return {
    ...resource,
    attributes: { ...attributes, ...(await readSignInActivity(db, row.id, now)), waiting: await findOpenRoleChange(db, row.id, now) },
  };
}

/** An open invitation. */
export const presentInvitation = (
  row: InvitationRow,
  { now, link }: { readonly now: Instant; readonly link: string | null },
): Resource<StaffInvitationAttributes> => ({
  type: 'staff_invitations',
  id: row.id,
  attributes: {
    email: row.email,
    role: row.role,
    invited_by: row.invited_by_name,
    sent_at: toRfc3339(row.sent_at.getTime()),
    expires_at: toRfc3339(row.expires_at.getTime()),
    is_expired: row.expires_at.getTime() <= now,
    link,
  },
});

/** `isMailed` is false if no mails are sent. The owner then passes the link on. */
export type StaffRouteDeps = Deps & { readonly notifyUser: NotifyUser; readonly isMailed: boolean };

/** An operator who has just entered the second factor. */
function requireFreshFactor(deps: StaffRouteDeps, operator: SignedInOperator): Result<Operator, 'fresh_factor_required'> {
  const fresh = requireFresh(operator, deps.clock.now());
  return fresh.ok ? accept(operator) : fresh;
}

async function colleagueResponse(deps: StaffRouteDeps, tx: Tx, { id, operatorId }: { readonly id: string; readonly operatorId: string }) {
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
    const operator = requireFreshFactor(deps, visitor);
    if (!operator.ok) return operator;
    if (body.note === '') return refuse({ code: 'required', field: 'note' });
    if (body.role === undefined && body.is_enabled === undefined) return refuse({ code: 'required', field: 'role' });
    const colleague = { id: params.id, operatorId: operator.value.userId };
    const result = await proposeRole(deps, tx, { ...colleague, role: body.role, isEnabled: body.is_enabled, note: body.note });
    return result.ok ? colleagueResponse(deps, tx, colleague) : result;
  }),
  route(officeDisableColleague, async ({ visitor, params, body, tx }) => {
    const operator = requireFreshFactor(deps, visitor);
    if (!operator.ok) return operator;
    if (body.note === '') return refuse({ code: 'required', field: 'note' });
    const colleague = { id: params.id, operatorId: operator.value.userId };
    const result = await disableColleague(deps, tx, { ...colleague, note: body.note });
    return result.ok ? colleagueResponse(deps, tx, colleague) : result;
  }),
  route(officeSignOutColleague, async ({ visitor, params, tx }) => {
    const operator = requireFreshFactor(deps, visitor);
    if (!operator.ok) return operator;
    const colleague = { id: params.id, operatorId: operator.value.userId };
    const result = await signOutColleague(deps, tx, colleague);
    return result.ok ? colleagueResponse(deps, tx, colleague) : result;
  }),
  route(officeResetFactor, async ({ visitor, params, tx }) => {
    const operator = requireFreshFactor(deps, visitor);
    if (!operator.ok) return operator;
    const colleague = { id: params.id, operatorId: operator.value.userId };
    const result = await resetColleaguesFactor(deps, tx, colleague);
    return result.ok ? colleagueResponse(deps, tx, colleague) : result;
  }),
];

/** The invitation, with its link if no mail is sent. */
const presentWithLink = (deps: StaffRouteDeps, row: InvitationRow) =>
  presentInvitation(row, { now: deps.clock.now(), link: deps.isMailed ? null : invitationUrl(deps, row) });

const invitationRoutes = (deps: StaffRouteDeps): Route[] => [
  route(officeListInvitations, async () => {
    const now = deps.clock.now();
    return accept({ data: (await listInvitations(deps.db)).map((row) => presentInvitation(row, { now, link: null })) });
  }),
  route(officeInvite, async ({ visitor, body, tx }) => {
    const operator = requireFreshFactor(deps, visitor);
    if (!operator.ok) return operator;
    const invited = await invite(deps, tx, { ...body, operatorId: operator.value.userId });
    if (!invited.ok) return invited;
    return accept({ data: invited.value === null ? null : presentWithLink(deps, invited.value) });
  }),
  route(officeResendInvitation, async ({ visitor, params, tx }) => {
    const operator = requireFreshFactor(deps, visitor);
    if (!operator.ok) return operator;
    const sent = await resendInvitation(deps, tx, { id: params.id, operatorId: operator.value.userId });
    return sent.ok ? accept({ data: presentWithLink(deps, sent.value) }) : sent;
  }),
  route(officeWithdrawInvitation, async ({ visitor, params, tx }) => {
    const operator = requireFreshFactor(deps, visitor);
    if (!operator.ok) return operator;
    const withdrawn = await withdrawInvitation(deps, tx, { id: params.id, operatorId: operator.value.userId });
    return withdrawn.ok ? accept({}) : withdrawn;
  }),
];

/** Office routes about operators and invitations. */
export const officeStaffRoutes = (deps: StaffRouteDeps): Route[] => [...readRoutes(deps), ...changeRoutes(deps), ...invitationRoutes(deps)];
