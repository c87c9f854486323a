import * as z from 'zod/mini';
import { INCIDENT_KINDS } from '#core/staff/incident.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const IncidentAttributes = z.object({
  kind: z.enum(INCIDENT_KINDS),
  /** An order, our reference, a payment system, or a process. */
  subject: z.string(),
  detail: z.record(z.string(), z.unknown()),
  /** Number of detections while open. */
  times: z.number(),
  first_at: z.string(),
  last_at: z.string(),
  closed_at: z.nullable(z.string()),
  closed_by: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
export type IncidentAttributes = z.output<typeof IncidentAttributes>;

export const officeListIncidents = endpoint({
  name: 'officeListIncidents',
  summary:
    "Lists incidents (domain 11): open ones first, newest first; `meta.open` counts open ones, `meta.mine` those of the caller's role",
  method: 'GET',
  path: '/api/office/v1/incidents',
  action: 'read_incidents',
  query: z.object({
    state: z.optional(z.enum(['open', 'closed', 'all'])),
    /** Only of this subject, such as an order. */
    subject: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    ...pagingQuery,
    sort: sortQuery('last_at', 'first_at', 'times'),
  }),
  reply: {
    kind: 'collection',
    type: 'incidents',
    attributes: IncidentAttributes,
    paged: true,
    meta: z.object({ open: z.number(), mine: z.number() }),
  },
  refusals: [],
});

export const officeCloseIncident = endpoint({
  name: 'officeCloseIncident',
  summary: 'Closes an incident with its cause; a continuing problem opens a new one',
  method: 'POST',
  path: '/api/office/v1/incidents/{id}/close',
  action: 'close_incidents',
  params: idParams,
  body: z.object({ note: z.string().check(z.maxLength(2000)) }),
  reply: { kind: 'resource', type: 'incidents', attributes: IncidentAttributes, status: 200 },
  refusals: ['not_found', 'order_state_conflict', 'required'],
});
