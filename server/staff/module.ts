import type { Module } from '#server/module.ts';
import { executeRole } from './change-colleague.ts';
import { invitationMails } from './invitation-mail.ts';
import { executeInvite, INVITATION_MAIL } from './invitations.ts';
import { officeStaffRoutes } from './office-routes.ts';
import { invitationRoutes } from './routes.ts';

export const staffModule: Module = {
  name: 'staff',
  tables: ['invitations'],
  routes: (deps, { signIn, config }) => [
    ...invitationRoutes(deps),
    ...officeStaffRoutes({ ...deps, notifyUser: signIn.notifyUser, isMailed: config.mailUrl !== undefined }),
  ],
  approvals: { change_role: { execute: executeRole }, invite_staff: { execute: executeInvite } },
  emails: (deps) => ({ [INVITATION_MAIL]: invitationMails(deps) }),
};
