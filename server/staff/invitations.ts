import * as z from 'zod/mini';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import { type Locale, LOCALES } from '#core/locale.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { checkPassword } from '#core/security/password.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { createOperator } from '#server/users/create-operator.ts';
import { findPersonByEmail } from '#server/users/queries.ts';
import { verifyInvitationToken } from './invitation-mail.ts';
import {
  countOtherOwners,
  findInvitation,
  type InvitationRow,
  lockStaff,
  markAccepted,
  markWithdrawn,
  renewInvitation,
  upsertInvitation,
} from './store.ts';

/** For this long a disabled owner still counts as another owner, so that an approval is needed. */
const FORMER_OWNER_MS = 30 * DAY_MS;
/** How long a link is valid. */
const INVITATION_MS = 72 * HOUR_MS;
/** Mail kind under which invitations are queued. */
export const INVITATION_MAIL = 'invitation';

type InviteDeps = Pick<Deps, 'random' | 'clock' | 'secrets' | 'live'>;

const InvitePayload = z.object({ role: z.enum(OPERATOR_ROLES), locale: z.enum(LOCALES) });

export interface InvitationInput {
  readonly email: string;
  readonly role: OperatorRole;
  readonly locale: Locale;
}

/** Queues the mail; its link is created when it is sent. */
async function queueMail(deps: Pick<Deps, 'clock'>, tx: Tx, { id, email, version }: InvitationRow): Promise<void> {
  const now = deps.clock.now();
  await queueNews(tx, {
    kind: INVITATION_MAIL,
    subject: id,
    recipient: email,
    version,
    topic: 'invited',
    isPaid: false,
    changedAt: now,
    dueAt: now,
  });
}

async function storeInvitation(
  deps: InviteDeps,
  tx: Tx,
  { email, role, locale, operatorId }: InvitationInput & { readonly operatorId: string },
): Promise<InvitationRow> {
  const now = deps.clock.now();
  const id = await upsertInvitation(tx, {
    id: deps.random.uuid(),
    email,
    role,
    locale,
    invitedBy: operatorId,
    now,
    expiresAt: now + INVITATION_MS,
  });
  const row = await findInvitation(tx, id);
  if (row === undefined) throw new Error('an invitation that was just written is gone');
  await queueMail(deps, tx, row);
  return row;
}

const isColleague = async (tx: Tx, email: string): Promise<boolean> => {
  const person = await findPersonByEmail(tx, email);
  return person !== undefined && person.role !== 'customer';
};

/**
 * Invites a colleague, at once if there is no other owner. Otherwise the result is null and (domain 11):
 * - another owner must approve, so that no owner can appoint every second person alone;
 * - if that owner is disabled, the invitation takes effect after a day, visibly.
 */
export async function invite(
  deps: InviteDeps,
  tx: Tx,
  { operatorId, ...invitee }: InvitationInput & { readonly operatorId: string },
): Promise<Result<InvitationRow | null, 'invalid_format' | 'approval_conflict'>> {
  const { email, role, locale } = invitee;
  if (await isColleague(tx, email)) return refuse({ code: 'invalid_format', field: 'email', message: 'works_here' });
  if ((await countOtherOwners(tx, operatorId, deps.clock.now() - FORMER_OWNER_MS)) > 0) {
    const proposed = await propose(deps, tx, { kind: 'invite_staff', subject: email, payload: { role, locale }, note: email, operatorId });
    return proposed.ok ? accept(null) : proposed;
  }
  const row = await storeInvitation(deps, tx, { ...invitee, operatorId });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'staff.invite',
    subjectType: 'invitation',
    subjectId: row.id,
    detail: { email, role },
  });
  return accept(row);
}

/** Carries out an approved invitation. */
export const executeInvite: Executor = async (deps, tx, { subject: email, payload, proposedBy }) => {
  const parsed = InvitePayload.safeParse(payload);
  if (!parsed.success || (await isColleague(tx, email))) return refuse({ code: 'approval_conflict', message: 'approval_changed' });
  await storeInvitation(deps, tx, { email, ...parsed.data, operatorId: proposedBy });
  return accept(null);
};

/** Sends a new link, valid for 72 hours. The former link becomes invalid. */
export async function resendInvitation(
  deps: InviteDeps,
  tx: Tx,
  { id, operatorId }: { readonly id: string; readonly operatorId: string },
): Promise<Result<InvitationRow, 'not_found'>> {
  const now = deps.clock.now();
  const changed = await renewInvitation(tx, id, { now, expiresAt: now + INVITATION_MS });
  const row = changed === 0 ? undefined : await findInvitation(tx, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  await queueMail(deps, tx, row);
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'staff.resend_invitation',
    subjectType: 'invitation',
    subjectId: id,
    detail: { email: row.email },
  });
  return accept(row);
}

/** Makes the link of an invitation invalid. */
export async function withdrawInvitation(
  deps: InviteDeps,
  tx: Tx,
  { id, operatorId }: { readonly id: string; readonly operatorId: string },
): Promise<Result<null, 'not_found'>> {
  if ((await markWithdrawn(tx, id, deps.clock.now())) === 0) return refuse({ code: 'not_found' });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'staff.withdraw_invitation',
    subjectType: 'invitation',
    subjectId: id,
    detail: {},
  });
  return accept(null);
}

export interface AcceptInput {
  readonly token: string;
  readonly fullName: string;
  readonly password: string;
}

/** Accepts an invitation. Of two uses of one link only one succeeds. The colleague then signs in with the new password. */
export async function acceptStaffInvitation(
  deps: Pick<Deps, 'random' | 'clock' | 'secrets'>,
  tx: Tx,
  { token, fullName, password }: AcceptInput,
): Promise<Result<InvitationRow, 'not_found' | 'too_short' | 'invalid_format'>> {
  const row = await verifyInvitationToken(deps, tx, token);
  if (row === undefined) return refuse({ code: 'not_found' });
  const checked = checkPassword(password, row.email, row.role);
  if (!checked.ok) return checked;
  await lockStaff(tx);
  const now = deps.clock.now();
  if ((await markAccepted(tx, row.id, { version: row.version, now })) === 0) return refuse({ code: 'not_found' });
  const { email, role, locale } = row;
  const userId = await createOperator(deps, tx, { email, role, locale, fullName, password });
  if (userId === undefined) return refuse({ code: 'not_found' });
  await recordAudit(deps, tx, {
    actorId: userId,
    action: 'staff.accept_invitation',
    subjectType: 'user',
    subjectId: userId,
    detail: { email, role, invitation_id: row.id },
  });
  return accept(row);
}
