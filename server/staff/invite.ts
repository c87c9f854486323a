import * as z from 'zod/mini';
import { OPERATOR_ROLES, type OperatorRole } from '#core/access.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPersonByEmail } from '#server/users/find-person.ts';
import { countOwnersBut, findInvitation, type InvitationRow, renewInvitation, upsertInvitation, withdrawRow } from './store.ts';

/** So long an owner who was kept out counts as one who would have to agree. */
const OWNER_REMEMBERED_MS = 30 * DAY_MS;
/** How long a link is good for. */
const INVITATION_MS = 72 * HOUR_MS;
/** Name of the letter kind; news is noted under it. */
export const INVITATION_LETTER = 'invitation';

type InviteDeps = Pick<Deps, 'random' | 'clock' | 'secrets' | 'live'>;

const Invited = z.object({ role: z.enum(OPERATOR_ROLES), locale: z.enum(LOCALES) });

export interface Invitee {
  readonly email: string;
  readonly role: OperatorRole;
  readonly locale: Locale;
}

/** The letter is written when it is sent, with the link that is true then. */
async function post(deps: Pick<Deps, 'clock'>, tx: Tx, { id, email, version }: InvitationRow): Promise<void> {
  const now = deps.clock.now();
  await noteNews(tx, {
    kind: INVITATION_LETTER,
    subject: id,
    recipient: email,
    version,
    topic: 'invited',
    isPaid: false,
    changedAt: now,
    dueAt: now,
  });
}

async function write(
  deps: InviteDeps,
  tx: Tx,
  { email, role, locale, operatorId }: Invitee & { readonly operatorId: string },
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
  if (row === undefined) throw new Error('an invitation is not there after it was written');
  await post(deps, tx, row);
  return row;
}

const isColleague = async (tx: Tx, email: string): Promise<boolean> => {
  const person = await findPersonByEmail(tx, email);
  return person !== undefined && person.role !== 'customer';
};

/**
 * Invites somebody to work here. Where a second owner exists he has to agree: an owner who could bring in another one alone would need
 * nobody's second pair of eyes any more (domain 11). Where there was one until lately it waits a day, for everybody to see: else whoever
 * keeps the second owner out would choose the next one. Null: it waits.
 */
export async function invite(
  deps: InviteDeps,
  tx: Tx,
  { operatorId, ...invitee }: Invitee & { readonly operatorId: string },
): Promise<Result<InvitationRow | null, 'invalid_format' | 'approval_conflict'>> {
  const { email, role, locale } = invitee;
  if (await isColleague(tx, email)) return refuse({ code: 'invalid_format', field: 'email', message: 'works_here' });
  if ((await countOwnersBut(tx, operatorId, deps.clock.now() - OWNER_REMEMBERED_MS)) > 0) {
    const proposed = await propose(deps, tx, { kind: 'invite_staff', subject: email, payload: { role, locale }, note: email, operatorId });
    return proposed.ok ? accept(null) : proposed;
  }
  const row = await write(deps, tx, { ...invitee, operatorId });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'staff.invite',
    subjectType: 'invitation',
    subjectId: row.id,
    detail: { email, role },
  });
  return accept(row);
}

/** A second owner agreed. */
export const executeInvite: Executor = async (deps, tx, { subject: email, payload, proposedBy }) => {
  const invited = Invited.safeParse(payload);
  if (!invited.success || (await isColleague(tx, email))) return refuse({ code: 'approval_conflict', message: 'approval_changed' });
  await write(deps, tx, { email, ...invited.data, operatorId: proposedBy });
  return accept(null);
};

/** A new link for 72 hours more; the one before is over. */
export async function resendInvitation(
  deps: InviteDeps,
  tx: Tx,
  { id, operatorId }: { readonly id: string; readonly operatorId: string },
): Promise<Result<InvitationRow, 'not_found'>> {
  const now = deps.clock.now();
  const renewed = await renewInvitation(tx, id, { now, expiresAt: now + INVITATION_MS });
  const row = renewed === 0 ? undefined : await findInvitation(tx, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  await post(deps, tx, row);
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'staff.resend_invitation',
    subjectType: 'invitation',
    subjectId: id,
    detail: { email: row.email },
  });
  return accept(row);
}

/** Its link opens nothing any more. */
export async function withdrawInvitation(
  deps: InviteDeps,
  tx: Tx,
  { id, operatorId }: { readonly id: string; readonly operatorId: string },
): Promise<Result<null, 'not_found'>> {
  if ((await withdrawRow(tx, id, deps.clock.now())) === 0) return refuse({ code: 'not_found' });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'staff.withdraw_invitation',
    subjectType: 'invitation',
    subjectId: id,
    detail: {},
  });
  return accept(null);
}
