import * as z from 'zod/mini';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { declineAllOf } from '#server/approvals/decline-all-of.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { releaseAllLeases } from '#server/leases/lease.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { resetFactors } from '#server/second-factors/remove-factor.ts';
import { endSessionsOf } from '#server/sessions/end-sessions.ts';
import { noteSecurityEvent, type TellPerson } from '#server/sessions/note-event.ts';
import { countOwnersBut, findColleague, lockStaff, saveDisabled, saveRole, type StaffRow } from './store.ts';

export type StaffDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'live' | 'secrets' | 'settings'> & { readonly tell: TellPerson };

export interface About {
  readonly id: string;
  readonly operatorId: string;
}

const Change = z.object({ role: z.optional(z.enum(OPERATOR_ROLES)), is_enabled: z.optional(z.literal(true)) });

/** A colleague somebody else may change: nobody changes himself. */
async function another(tx: Tx, { id, operatorId }: About): Promise<Result<StaffRow, 'not_found' | 'access_denied'>> {
  await lockStaff(tx);
  const row = await findColleague(tx, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  return row.id === operatorId ? refuse({ code: 'access_denied', message: 'own_role' }) : accept(row);
}

/** Proposes another role, or that a disabled colleague may enter again: a second owner approves (domain 11). */
export async function proposeRole(
  deps: StaffDeps,
  tx: Tx,
  {
    role,
    isEnabled,
    note,
    ...about
  }: About & { readonly role?: OperatorRole | undefined; readonly isEnabled?: true | undefined; readonly note: string },
): Promise<Result<StaffRow, 'not_found' | 'access_denied' | 'approval_conflict'>> {
  const row = await another(tx, about);
  if (!row.ok) return row;
  const payload = { ...(role === undefined ? {} : { role }), ...(isEnabled === undefined ? {} : { is_enabled: isEnabled }) };
  if (role === row.value.role && isEnabled === undefined) return refuse({ code: 'approval_conflict', message: 'role_is_so' });
  const proposed = await propose(deps, tx, {
    kind: 'change_role',
    subject: row.value.id,
    payload: { ...payload, email: row.value.email },
    note,
    operatorId: about.operatorId,
  });
  return proposed.ok ? row : proposed;
}

/** What was agreed on is done, unless it would leave the shop without an owner. */
export const executeRole: Executor = async (deps, tx, { subject, payload }) => {
  await lockStaff(tx);
  const change = Change.safeParse(payload);
  const row = await findColleague(tx, subject);
  if (row === undefined || !change.success) return refuse({ code: 'not_found' });
  const { role, is_enabled: isEnabled } = change.data;
  const leavesOwners = row.role !== 'owner' || role === undefined || role === 'owner' || (await countOwnersBut(tx, row.id)) > 0;
  if (!leavesOwners) return refuse({ code: 'approval_conflict', message: 'last_owner' });
  if (role !== undefined) await saveRole(tx, row.id, role);
  if (isEnabled === true) await saveDisabled(tx, row.id, null);
  // What he had in hand with the role before is given up; he signs in anew with the other
  await releaseAllLeases(deps, tx, row.id);
  await endSessionsOf(deps, tx, row.id);
  return accept(null);
};

/** Keeps a colleague out at once and everywhere. It takes power away from one and gives it to nobody: one owner is enough. */
export async function disableColleague(
  deps: StaffDeps,
  tx: Tx,
  { note, ...about }: About & { readonly note: string },
): Promise<Result<StaffRow, 'not_found' | 'access_denied' | 'approval_conflict'>> {
  const row = await another(tx, about);
  if (!row.ok) return row;
  const { id, role, email } = row.value;
  if (role === 'owner' && (await countOwnersBut(tx, id)) === 0) return refuse({ code: 'approval_conflict', message: 'last_owner' });
  if ((await saveDisabled(tx, id, deps.clock.now())) === 0) return row;
  await endSessionsOf(deps, tx, id);
  await releaseAllLeases(deps, tx, id);
  await declineAllOf(deps, tx, { proposedBy: id, by: about.operatorId });
  await recordAudit(deps, tx, {
    actorId: about.operatorId,
    action: 'staff.disable',
    subjectType: 'user',
    subjectId: id,
    detail: { email, role, note },
  });
  return row;
}

/** Ends every session of a colleague. */
export async function signOutColleague(deps: StaffDeps, tx: Tx, { id, operatorId }: About): Promise<Result<StaffRow, 'not_found'>> {
  const row = await findColleague(tx, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  await endSessionsOf(deps, tx, row.id);
  await noteSecurityEvent(deps, tx, { userId: row.id, topic: 'signed_out_everywhere', ip: null, device: null });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'staff.sign_out',
    subjectType: 'user',
    subjectId: row.id,
    detail: { email: row.email },
  });
  return accept(row);
}

/** Forgets a colleague's second factors and ends his sessions: he enrols a new one at his next sign-in. */
export async function resetColleaguesFactor(
  deps: StaffDeps,
  tx: Tx,
  about: About,
): Promise<Result<StaffRow, 'not_found' | 'access_denied'>> {
  const row = await another(tx, about);
  if (!row.ok) return row;
  const { id, email } = row.value;
  await resetFactors(deps, tx, id);
  await endSessionsOf(deps, tx, id);
  await noteSecurityEvent(deps, tx, { userId: id, topic: 'factor_reset', ip: null, device: null });
  await recordAudit(deps, tx, {
    actorId: about.operatorId,
    action: 'staff.reset_factor',
    subjectType: 'user',
    subjectId: id,
    detail: { email },
  });
  return row;
}
