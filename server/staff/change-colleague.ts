import * as z from 'zod/mini';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { declineProposalsOf, propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { releaseAllLeases } from '#server/leases/lease.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { resetFactors } from '#server/second-factors/sign-in-methods.ts';
import { endAllSessions } from '#server/sessions/end-sessions.ts';
import { recordSecurityEvent, type NotifyUser } from '#server/sessions/record-security-event.ts';
import { saveDisabled, saveRole } from '#server/users/change-user.ts';
import { countOtherOwners, findColleague, lockStaff, type StaffRow } from './store.ts';

export type StaffDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'live' | 'secrets' | 'settings'> & { readonly notifyUser: NotifyUser };

export interface ColleagueInput {
  readonly id: string;
  readonly operatorId: string;
}

const Change = z.object({ role: z.optional(z.enum(OPERATOR_ROLES)), is_enabled: z.optional(z.literal(true)) });

/** Locks the staff list and reads a colleague. Refuses operators who would change themselves. */
async function lockColleague(tx: Tx, { id, operatorId }: ColleagueInput): Promise<Result<StaffRow, 'not_found' | 'access_denied'>> {
  await lockStaff(tx);
  const row = await findColleague(tx, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  return row.id === operatorId ? refuse({ code: 'access_denied', message: 'own_role' }) : accept(row);
}

/** Proposes another role, or to enable a disabled colleague: a second owner approves (domain 11). */
export async function proposeRole(
  deps: StaffDeps,
  tx: Tx,
  {
    role,
    isEnabled,
    note,
    ...colleague
  }: ColleagueInput & { readonly role?: OperatorRole | undefined; readonly isEnabled?: true | undefined; readonly note: string },
): Promise<Result<StaffRow, 'not_found' | 'access_denied' | 'approval_conflict'>> {
  const row = await lockColleague(tx, colleague);
  if (!row.ok) return row;
  const payload = { ...(role === undefined ? {} : { role }), ...(isEnabled === undefined ? {} : { is_enabled: isEnabled }) };
  if (role === row.value.role && isEnabled === undefined) return refuse({ code: 'approval_conflict', message: 'role_is_so' });
  const proposed = await propose(deps, tx, {
    kind: 'change_role',
    subject: row.value.id,
    payload: { ...payload, email: row.value.email },
    note,
    operatorId: colleague.operatorId,
  });
  return proposed.ok ? row : proposed;
}

/** Applies an approved change, unless it would leave no owner. */
export const executeRole: Executor = async (deps, tx, { subject, payload }) => {
  await lockStaff(tx);
  const change = Change.safeParse(payload);
  const row = await findColleague(tx, subject);
  if (row === undefined || !change.success) return refuse({ code: 'not_found' });
  const { role, is_enabled: isEnabled } = change.data;
  const keepsAnOwner = row.role !== 'owner' || role === undefined || role === 'owner' || (await countOtherOwners(tx, row.id)) > 0;
  if (!keepsAnOwner) return refuse({ code: 'approval_conflict', message: 'last_owner' });
  if (role !== undefined) await saveRole(tx, row.id, role);
  if (isEnabled === true) await saveDisabled(tx, row.id, null);
  // Leases belong to the former role; the colleague signs in again with the new one
  await releaseAllLeases(deps, tx, row.id);
  await endAllSessions(deps, tx, row.id);
  return accept(null);
};

/** Disables a colleague at once. One owner is enough, because this only takes rights away. */
export async function disableColleague(
  deps: StaffDeps,
  tx: Tx,
  { note, ...colleague }: ColleagueInput & { readonly note: string },
): Promise<Result<StaffRow, 'not_found' | 'access_denied' | 'approval_conflict'>> {
  const row = await lockColleague(tx, colleague);
  if (!row.ok) return row;
  const { id, role, email } = row.value;
  if (role === 'owner' && (await countOtherOwners(tx, id)) === 0) return refuse({ code: 'approval_conflict', message: 'last_owner' });
  if ((await saveDisabled(tx, id, deps.clock.now())) === 0) return row;
  await endAllSessions(deps, tx, id);
  await releaseAllLeases(deps, tx, id);
  await declineProposalsOf(deps, tx, { proposedBy: id, by: colleague.operatorId });
  await recordAudit(deps, tx, {
    actorId: colleague.operatorId,
    action: 'staff.disable',
    subjectType: 'user',
    subjectId: id,
    detail: { email, role, note },
  });
  return row;
}

/** Ends every session of a colleague. */
export async function signOutColleague(
  deps: StaffDeps,
  tx: Tx,
  { id, operatorId }: ColleagueInput,
): Promise<Result<StaffRow, 'not_found'>> {
  const row = await findColleague(tx, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  await endAllSessions(deps, tx, row.id);
  await recordSecurityEvent(deps, tx, { userId: row.id, topic: 'signed_out_everywhere', ip: null, device: null });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'staff.sign_out',
    subjectType: 'user',
    subjectId: row.id,
    detail: { email: row.email },
  });
  return accept(row);
}

/** Removes a colleague's second factors and ends the sessions. A new factor is set up at the next sign-in. */
export async function resetColleaguesFactor(
  deps: StaffDeps,
  tx: Tx,
  colleague: ColleagueInput,
): Promise<Result<StaffRow, 'not_found' | 'access_denied'>> {
  const row = await lockColleague(tx, colleague);
  if (!row.ok) return row;
  const { id, email } = row.value;
  await resetFactors(deps, tx, id);
  await endAllSessions(deps, tx, id);
  await recordSecurityEvent(deps, tx, { userId: id, topic: 'factor_reset', ip: null, device: null });
  await recordAudit(deps, tx, {
    actorId: colleague.operatorId,
    action: 'staff.reset_factor',
    subjectType: 'user',
    subjectId: id,
    detail: { email },
  });
  return row;
}
