import * as z from 'zod/mini';
import { SECURITY_TOPIC_NAMES } from '#core/security/security-event.ts';
import { endpoint } from '#contract/endpoint.ts';

export const OwnSessionAttributes = z.object({
  is_current: z.boolean(),
  /** Browser and system, from the user agent; null: unknown. */
  device: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  created_at: z.string(),
  last_seen_at: z.string(),
});
export type OwnSessionAttributes = z.output<typeof OwnSessionAttributes>;

export const SecurityEventAttributes = z.object({
  topic: z.enum(SECURITY_TOPIC_NAMES),
  device: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  at: z.string(),
});
export type SecurityEventAttributes = z.output<typeof SecurityEventAttributes>;

export const listOwnSessions = endpoint({
  name: 'listOwnSessions',
  summary: "Lists the caller's active sessions, most recently used first",
  method: 'GET',
  path: '/api/v1/sessions',
  action: 'read_account',
  reply: { kind: 'collection', type: 'own_sessions', attributes: OwnSessionAttributes },
  refusals: [],
});

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  summary: "Ends one of the caller's sessions",
  method: 'DELETE',
  path: '/api/v1/sessions/{id}',
  action: 'change_account',
  params: z.object({ id: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  reply: { kind: 'empty', status: 204 },
  refusals: ['not_found'],
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'Ends all sessions of the caller except this one',
  method: 'POST',
  path: '/api/v1/sessions/end_others',
  action: 'change_account',
  reply: { kind: 'empty', status: 204 },
  refusals: [],
});

export const listSecurityEvents = endpoint({
  name: 'listSecurityEvents',
  summary: "Lists security events of the caller's account, newest first: sign-ins, failed sign-ins, factors",
  method: 'GET',
  path: '/api/v1/security_events',
  action: 'read_account',
  reply: { kind: 'collection', type: 'security_events', attributes: SecurityEventAttributes },
  refusals: [],
});

export const changePassword = endpoint({
  name: 'changePassword',
  summary: 'Changes the password, given the current one; all other sessions end',
  method: 'PUT',
  path: '/api/v1/user/password',
  action: 'change_account',
  body: z.object({
    current_password: z.string().check(z.maxLength(1000)),
    password: z.string().check(z.maxLength(1000)),
    password_confirmation: z.string().check(z.maxLength(1000)),
  }),
  bodyType: 'users',
  reply: { kind: 'empty', status: 204 },
  refusals: ['authentication_failed', 'fresh_factor_required', 'too_many_requests', 'required', 'too_short', 'invalid_format'],
  // Hashing must not run inside a transaction
  effect: 'calculation',
});
