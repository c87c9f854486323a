import { checkPassword } from '#core/security/password.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { createOperator } from '#server/users/create-operator.ts';
import { verifyInvitationToken } from './invitation-link.ts';
import { type InvitationRow, lockStaff, markAccepted } from './store.ts';

export interface AcceptInput {
  readonly token: string;
  readonly fullName: string;
  readonly password: string;
}

/** Accepts an invitation, once: of two uses of one link, one succeeds. The colleague then signs in with the new password. */
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
