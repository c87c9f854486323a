import { checkPassword } from '#core/password.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { makeColleague } from '#server/users/make-colleague.ts';
import { openInvitation } from './invitation-link.ts';
import { type InvitationRow, lockStaff, useInvitation } from './store.ts';

export interface Accepting {
  readonly token: string;
  readonly fullName: string;
  readonly password: string;
}

/** Takes an invitation, once: of two who come with one link, one is let in. He signs in with the password he has set. */
export async function takeInvitation(
  deps: Pick<Deps, 'random' | 'clock' | 'secrets'>,
  tx: Tx,
  { token, fullName, password }: Accepting,
): Promise<Result<InvitationRow, 'not_found' | 'too_short' | 'invalid_format'>> {
  const row = await openInvitation(deps, tx, token);
  if (row === undefined) return refuse({ code: 'not_found' });
  const fits = checkPassword(password, row.email, row.role);
  if (!fits.ok) return fits;
  await lockStaff(tx);
  const now = deps.clock.now();
  if ((await useInvitation(tx, row.id, { version: row.version, now })) === 0) return refuse({ code: 'not_found' });
  const { email, role, locale } = row;
  const userId = await makeColleague(deps, tx, { email, role, locale, fullName, password });
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
