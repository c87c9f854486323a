import * as z from 'zod/mini';
import { OFFICE_ACTIONS, OPERATOR_ROLES } from '#core/access/access.ts';
import { LOCALES } from '#core/locale.ts';
import { endpoint } from '#contract/endpoint.ts';

/** A payment system beside an amount. */
export const SideAttributes = z.object({
  id: z.string(),
  name: z.string(),
  currency_iso_code: z.string(),
  rail: z.string(),
});
export type SideAttributes = z.output<typeof SideAttributes>;

/** Holder of the lease, its end (RFC 3339), and whether the caller holds it. */
export const LeaseAttributes = z.object({ holder: z.string(), until: z.string(), is_mine: z.boolean() });
export type LeaseAttributes = z.output<typeof LeaseAttributes>;

export const OperatorAttributes = z.object({
  email: z.string(),
  role: z.enum(OPERATOR_ROLES),
  /** Actions for the menus; the server checks every call again. */
  actions: z.array(z.enum(OFFICE_ACTIONS)),
  mode: z.enum(['demo', 'production']),
  locales: z.array(z.enum(LOCALES)),
});
export type OperatorAttributes = z.output<typeof OperatorAttributes>;

export const getOperator = endpoint({
  name: 'officeGetOperator',
  summary: 'Returns the signed-in operator and the permissions of the role',
  method: 'GET',
  path: '/api/office/v1/operator',
  action: 'enter_office',
  reply: { kind: 'resource', type: 'operators', attributes: OperatorAttributes, status: 200 },
  refusals: [],
});

export const keepAwake = endpoint({
  name: 'officeKeepAwake',
  summary: 'Signals activity: an office session ends after 15 minutes without any (domain 11)',
  method: 'POST',
  path: '/api/office/v1/operator/presence',
  action: 'enter_office',
  reply: { kind: 'empty', status: 204 },
  refusals: [],
  // Recorded with the session itself
  effect: 'calculation',
});
