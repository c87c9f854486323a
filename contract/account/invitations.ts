import * as z from 'zod/mini';
import { OPERATOR_ROLES } from '#core/access/access.ts';
import { endpoint } from '#contract/endpoint.ts';

export const InvitationAttributes = z.object({ email: z.string(), role: z.enum(OPERATOR_ROLES), expires_at: z.string() });

const params = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) });
const reply = { kind: 'resource', type: 'invitations', attributes: InvitationAttributes, status: 200 } as const;

export const getInvitation = endpoint({
  name: 'getInvitation',
  summary: 'Returns a staff invitation; 404 if used, withdrawn, expired or replaced',
  method: 'GET',
  path: '/api/v1/invitations/{token}',
  action: 'sign_in',
  params,
  reply,
  refusals: ['not_found'],
});

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  summary: 'Accepts a staff invitation once: sets name and password; the new operator then signs in and enrols a second factor',
  method: 'POST',
  path: '/api/v1/invitations/{token}/accept',
  action: 'sign_in',
  params,
  body: z.object({
    full_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    password: z.string().check(z.minLength(1), z.maxLength(1000)),
  }),
  reply,
  refusals: ['not_found', 'too_short', 'invalid_format'],
});
