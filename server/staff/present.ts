import type { ColleagueAttributes, ColleagueDetailAttributes, StaffInvitationAttributes } from '#contract/office/shop/staff.ts';
import type { Resource } from '#contract/document.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import { findOpenRoleChange } from '#server/approvals/queries.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readSignInActivity } from '#server/sessions/queries.ts';
import type { InvitationRow, StaffRow } from './store.ts';

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

/** The same with sessions, sign-in activity and the open role change. */
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
