import * as z from 'zod/mini';
import { OPERATOR_ROLES } from '#core/access/access.ts';
import { OwnSessionAttributes, SecurityEventAttributes } from '#contract/account/account.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';

export const ColleagueAttributes = z.object({
  email: z.string(),
  full_name: z.nullable(z.string()),
  role: z.enum(OPERATOR_ROLES),
  is_me: z.boolean(),
  is_disabled: z.boolean(),
  has_second_factor: z.boolean(),
  last_seen_at: z.nullable(z.string()),
  created_at: z.string(),
});
export type ColleagueAttributes = z.output<typeof ColleagueAttributes>;

export const ColleagueDetailAttributes = z.extend(ColleagueAttributes, {
  sessions: z.array(OwnSessionAttributes),
  events: z.array(SecurityEventAttributes),
  /** Change that waits for a second owner; null: none. */
  waiting: z.nullable(z.object({ role: z.nullable(z.enum(OPERATOR_ROLES)), is_enabled: z.nullable(z.boolean()) })),
});
export type ColleagueDetailAttributes = z.output<typeof ColleagueDetailAttributes>;

export const StaffInvitationAttributes = z.object({
  email: z.string(),
  role: z.enum(OPERATOR_ROLES),
  invited_by: z.string(),
  sent_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
  /** Invitation link; only in the response that creates it, and only where no e-mail is sent. */
  link: z.nullable(z.string()),
});
export type StaffInvitationAttributes = z.output<typeof StaffInvitationAttributes>;

const person = { kind: 'resource', type: 'staff', attributes: ColleagueDetailAttributes, status: 200 } as const;
const invitation = { kind: 'resource', type: 'staff_invitations', attributes: StaffInvitationAttributes, status: 200 } as const;
const REFUSALS = ['not_found', 'fresh_factor_required'] as const;

export const officeListStaff = endpoint({
  name: 'officeListStaff',
  summary: 'Lists staff',
  method: 'GET',
  path: '/api/office/v1/staff',
  action: 'read_staff',
  reply: { kind: 'collection', type: 'staff', attributes: ColleagueAttributes },
  refusals: [],
});

export const officeGetColleague = endpoint({
  name: 'officeGetColleague',
  summary: 'Returns one operator with sessions and security events',
  method: 'GET',
  path: '/api/office/v1/staff/{id}',
  action: 'read_staff',
  params: idParams,
  reply: person,
  refusals: ['not_found'],
});

export const officeChangeRole = endpoint({
  name: 'officeChangeRole',
  summary: 'Proposes another role for an operator, or restored access; a second owner approves it (domain 11)',
  method: 'POST',
  path: '/api/office/v1/staff/{id}/role',
  action: 'change_staff',
  params: idParams,
  body: z.object({
    role: z.optional(z.enum(OPERATOR_ROLES)),
    is_enabled: z.optional(z.literal(true)),
    note: z.string().check(z.maxLength(2000), z.trim()),
  }),
  reply: person,
  refusals: ['access_denied', ...REFUSALS, 'required', 'approval_conflict'],
});

export const officeDisableColleague = endpoint({
  name: 'officeDisableColleague',
  summary: 'Suspends an operator at once: sessions, leases and open proposals end',
  method: 'POST',
  path: '/api/office/v1/staff/{id}/disable',
  action: 'change_staff',
  params: idParams,
  body: z.object({ note: z.string().check(z.maxLength(2000), z.trim()) }),
  reply: person,
  refusals: ['access_denied', ...REFUSALS, 'required', 'approval_conflict'],
});

export const officeSignOutColleague = endpoint({
  name: 'officeSignOutColleague',
  summary: 'Ends all sessions of an operator',
  method: 'POST',
  path: '/api/office/v1/staff/{id}/sign_out',
  action: 'change_staff',
  params: idParams,
  reply: person,
  refusals: REFUSALS,
});

export const officeResetFactor = endpoint({
  name: 'officeResetFactor',
  summary: "Removes an operator's second factors; the operator is notified and enrols a new one at the next sign-in",
  method: 'POST',
  path: '/api/office/v1/staff/{id}/reset_factor',
  action: 'change_staff',
  params: idParams,
  reply: person,
  refusals: [...REFUSALS, 'access_denied'],
});

export const officeListInvitations = endpoint({
  name: 'officeListInvitations',
  summary: 'Lists pending invitations',
  method: 'GET',
  path: '/api/office/v1/invitations',
  action: 'read_staff',
  reply: { kind: 'collection', type: 'staff_invitations', attributes: StaffInvitationAttributes },
  refusals: [],
});

export const officeInvite = endpoint({
  name: 'officeInvite',
  summary:
    'Invites an operator by e-mail for 72 hours; replaces an earlier invitation of the address. Null: a second owner must approve first',
  method: 'POST',
  path: '/api/office/v1/invitations',
  action: 'change_staff',
  body: z.object({
    email: z.string().check(z.maxLength(254), z.trim(), z.email()),
    role: z.enum(OPERATOR_ROLES),
    locale: z.enum(['ru', 'en']),
  }),
  reply: { ...invitation, status: 201, nullable: true },
  refusals: ['fresh_factor_required', 'approval_conflict', 'invalid_format'],
});

export const officeResendInvitation = endpoint({
  name: 'officeResendInvitation',
  summary: 'Sends a new invitation link for another 72 hours; the earlier one ends',
  method: 'POST',
  path: '/api/office/v1/invitations/{id}/resend',
  action: 'change_staff',
  params: idParams,
  reply: invitation,
  refusals: REFUSALS,
});

export const officeWithdrawInvitation = endpoint({
  name: 'officeWithdrawInvitation',
  summary: 'Withdraws an invitation; its link becomes invalid',
  method: 'DELETE',
  path: '/api/office/v1/invitations/{id}',
  action: 'change_staff',
  params: idParams,
  reply: { kind: 'empty', status: 204 },
  refusals: REFUSALS,
});
