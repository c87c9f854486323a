import * as z from 'zod/mini';
import { NOTICE_KINDS } from '#core/notices/public-notice.ts';
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
  /** Null: from now on. */
  from: z.optional(moment),
  /** Null: until an operator removes it. */
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
const params = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) });

export const officeListNotices = endpoint({
  name: 'officeListNotices',
  summary: 'What all visitors were told, are and will be, newest first',
  method: 'GET',
  path: '/api/office/v1/public_notices',
  action: 'read_notices',
  query: z.object({ q: z.optional(z.string().check(z.maxLength(254))), ...pagingQuery, sort: sortQuery('made_at', 'from') }),
  reply: { kind: 'collection', type: 'public_notices', attributes: OfficeNoticeAttributes, paged: true },
  refusals: [],
});

export const officePublishNotice = endpoint({
  name: 'officePublishNotice',
  summary: 'Tells all visitors something, now or from a later moment on, on every process within a second; one or none at a time',
  method: 'POST',
  path: '/api/office/v1/public_notices',
  action: 'change_notices',
  body: NoticeBody,
  reply: { ...notice, status: 201 },
  refusals: ['required', 'invalid_format', 'order_state_conflict'],
});

export const officeReviseNotice = endpoint({
  name: 'officeReviseNotice',
  summary: 'Writes a notice anew; whoever had put it away sees it again',
  method: 'PUT',
  path: '/api/office/v1/public_notices/{id}',
  action: 'change_notices',
  params,
  /** `revision`: the one that was read. */
  body: z.object({ ...BODY, revision: z.int().check(z.gte(1), z.lte(1_000_000)) }),
  reply: { ...notice, status: 200 },
  refusals: ['required', 'invalid_format', 'not_found', 'edit_conflict', 'order_state_conflict'],
});

export const officeWithdrawNotice = endpoint({
  name: 'officeWithdrawNotice',
  summary: 'Takes a notice down at once, or before it was told',
  method: 'POST',
  path: '/api/office/v1/public_notices/{id}/withdraw',
  action: 'change_notices',
  params,
  reply: { ...notice, status: 200 },
  refusals: ['not_found', 'order_state_conflict'],
});
