import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { csvReply, dayRangeQuery, pagingQuery, sortQuery } from '#contract/list-query.ts';

export const AuditRecordAttributes = z.object({
  at: z.string(),
  actor_id: z.string(),
  /** Name or e-mail of the person; null: a program on the server. */
  actor: z.nullable(z.string()),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditRecordAttributes = z.output<typeof AuditRecordAttributes>;

const text = z.optional(z.string().check(z.maxLength(100)));
const filter = {
  /** Part of the subject's id, or the beginning of a name or e-mail. */
  q: text,
  actor: text,
  action: text,
  subject_type: text,
  ...dayRangeQuery,
};

export const officeListAuditRecords = endpoint({
  name: 'officeListAuditRecords',
  summary: 'Lists audit records, newest first; `meta.head`: signed end of the hash chain, to be stored elsewhere',
  method: 'GET',
  path: '/api/office/v1/audit_records',
  action: 'read_audit',
  query: z.object({ ...filter, ...pagingQuery, sort: sortQuery('at') }),
  reply: {
    kind: 'collection',
    type: 'audit_records',
    attributes: AuditRecordAttributes,
    paged: true,
    meta: z.object({ head: z.nullable(z.string()), actions: z.array(z.string()) }),
  },
  refusals: [],
});

export const officeAuditCsv = endpoint({
  name: 'officeAuditCsv',
  summary: 'Exports the audit log as CSV with formulas escaped',
  method: 'GET',
  path: '/api/office/v1/audit_records.csv',
  action: 'read_audit',
  query: z.object(filter),
  reply: csvReply,
  refusals: ['too_many_requests'],
});
