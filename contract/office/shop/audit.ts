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

export const LedgerChainAttributes = z.object({
  /** Signed end of the ledger's hash chain as `number:hash`, to be stored elsewhere; null: nothing is linked yet. */
  head: z.nullable(z.string()),
  /** Transfers without a link, at most 10,000. */
  waiting: z.int(),
  /** When the first of them was written. */
  waiting_since: z.nullable(z.string()),
  /** When a head was last mailed to the owners. */
  sealed_at: z.nullable(z.string()),
  /** When the chain was last verified; null: never. */
  checked_at: z.nullable(z.string()),
  /** The first broken link of that verification; null: none. */
  problem: z.nullable(z.string()),
});
export type LedgerChainAttributes = z.output<typeof LedgerChainAttributes>;

export const officeGetLedgerChain = endpoint({
  name: 'officeGetLedgerChain',
  summary: 'Returns the end of the ledger’s hash chain and the result of its last verification',
  method: 'GET',
  path: '/api/office/v1/ledger_chain',
  action: 'read_audit',
  reply: { kind: 'resource', type: 'ledger_chains', attributes: LedgerChainAttributes, status: 200 },
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
