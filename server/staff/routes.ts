import { acceptInvitation, getInvitation } from '#contract/account/invitations.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { acceptStaffInvitation } from './invitations.ts';
import { verifyInvitationToken } from './invitation-mail.ts';
import type { InvitationRow } from './store.ts';

const present = (row: InvitationRow) => ({
  data: {
    type: 'invitations',
    id: row.id,
    attributes: { email: row.email, role: row.role, expires_at: toRfc3339(row.expires_at.getTime()) },
  },
});

/** Routes for an invited person who has no account yet. */
export const invitationRoutes = (deps: Deps): Route[] => [
  route(getInvitation, async ({ params }) => {
    const row = await verifyInvitationToken(deps, deps.db, params.token);
    return row === undefined ? refuse({ code: 'not_found' }) : accept(present(row));
  }),
  route(acceptInvitation, async ({ params, body, tx }) => {
    const accepted = await acceptStaffInvitation(deps, tx, { token: params.token, fullName: body.full_name, password: body.password });
    return accepted.ok ? accept(present(accepted.value)) : accepted;
  }),
];
