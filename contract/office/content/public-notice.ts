import * as z from 'zod/mini';
import { NOTICE_KINDS } from '#core/notices/public-notice.ts';
import { idParams } from '#contract/document-parts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pagingQuery, sortQuery } from '#contract/list-query.ts';

export const MAX_NOTICE_CHARS = 300;

const text = z.object({
  ru: z.string().check(z.maxLength(MAX_NOTICE_CHARS)),
  en: z.string().check(z.maxLength(MAX_NOTICE_CHARS)),
});
const moment = z.nullable(z.iso.datetime({ offset: true }));

const BODY = {
  kind: z.enum(NOTICE_KINDS),
  text,
  link: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  /** Null: at once. */
  from: z.optional(moment),
  /** Null: until it is taken down. */
  until: z.optional(moment),
  dismissible: z._default(z.boolean(), true),
};
const NoticeBody = z.object(BODY);
export type NoticeBody = z.output<typeof NoticeBody>;

export const NOTICE_STATES = ['planned', 'shown', 'over', 'withdrawn'] as const;

export const OfficeNoticeAttributes = z.object({
  kind: z.enum(NOTICE_KINDS),
  text: z.object({ ru: z.string(), en: z.string() }),
  link: z.nullable(z.string()),
  from: z.string(),
  until: z.nullable(z.string()),
  dismissible: z.boolean(),
  revision: z.number(),
  state: z.enum(NOTICE_STATES),
  made_by: z.string(),
  made_at: z.string(),
  changed_by: z.string(),
  changed_at: z.string(),
  withdrawn_by: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.string()),
});
export type OfficeNoticeAttributes = z.output<typeof OfficeNoticeAttributes>;

const notice = { kind: 'resource', type: 'public_notices', attributes: OfficeNoticeAttributes } as const;

export const officeListNotices = endpoint({
  name: 'officeListNotices',
  summary: 'Lists past, current and planned public notices, newest first',
  method: 'GET',
  path: '/api/office/v1/public_notices',
  action: 'read_notices',
  query: z.object({ q: z.optional(z.string().check(z.maxLength(254))), ...pagingQuery, sort: sortQuery('made_at', 'from') }),
  reply: { kind: 'collection', type: 'public_notices', attributes: OfficeNoticeAttributes, paged: true },
  refusals: [],
});

export const officePublishNotice = endpoint({
  name: 'officePublishNotice',
  summary: 'Publishes a notice to all visitors, at once or at a later time, effective within a second; at most one at a time',
  method: 'POST',
  path: '/api/office/v1/public_notices',
  action: 'change_notices',
  body: NoticeBody,
  reply: { ...notice, status: 201 },
  refusals: ['required', 'invalid_format', 'order_state_conflict'],
});

export const officeReviseNotice = endpoint({
  name: 'officeReviseNotice',
  summary: 'Updates a notice; visitors who dismissed it see it again',
  method: 'PUT',
  path: '/api/office/v1/public_notices/{id}',
  action: 'change_notices',
  params: idParams,
  /** `revision` that the caller has read. */
  body: z.object({ ...BODY, revision: z.int().check(z.gte(1), z.lte(1_000_000)) }),
  reply: { ...notice, status: 200 },
  refusals: ['required', 'invalid_format', 'not_found', 'edit_conflict', 'order_state_conflict'],
});

export const officeWithdrawNotice = endpoint({
  name: 'officeWithdrawNotice',
  summary: 'Takes a notice down at once, or cancels a planned one',
  method: 'POST',
  path: '/api/office/v1/public_notices/{id}/withdraw',
  action: 'change_notices',
  params: idParams,
  reply: { ...notice, status: 200 },
  refusals: ['not_found', 'order_state_conflict'],
});
