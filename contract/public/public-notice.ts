import * as z from 'zod/mini';
import { NOTICE_KINDS } from '#core/notices/public-notice.ts';
import { SWITCH_REASONS } from '#core/staff/switches.ts';
import { endpoint } from '#contract/endpoint.ts';

export const TechBreak = z.object({
  active: z.boolean(),
  /** Closed scope: the whole shop, or the queried pair. */
  scope: z.enum(['shop', 'pair']),
  /** When orders are accepted again; null: unknown, or no break. */
  until: z.nullable(z.string()),
  reason: z.nullable(z.enum(SWITCH_REASONS)),
  /** Message of the shop, in the call's language. */
  text: z.nullable(z.string()),
  /** Clock for the countdown to `until`. */
  server_time: z.string(),
});
export type TechBreak = z.output<typeof TechBreak>;

export const PublicNoticeAttributes = z.object({
  kind: z.enum(NOTICE_KINDS),
  /** Plain text in the call's language. */
  text: z.string(),
  /** A path of this site or an https URL. */
  link: z.nullable(z.string()),
  from: z.string(),
  /** Null: no end. */
  until: z.nullable(z.string()),
  dismissible: z.boolean(),
  revision: z.number(),
});
export type PublicNoticeAttributes = z.output<typeof PublicNoticeAttributes>;

const code = z.string().check(z.maxLength(64));

export const getPublicNotice = endpoint({
  name: 'getPublicNotice',
  summary: 'Returns the public notice; `meta.tech_break`: whether new orders are accepted (domain 9)',
  method: 'GET',
  path: '/api/v1/public_notice',
  action: 'browse',
  scope: 'rates:read',
  /** Also check this pair: a direction, payment system or rail may be closed alone. */
  query: z.object({ income_payment_system_id: z.optional(code), outcome_payment_system_id: z.optional(code) }),
  reply: {
    kind: 'resource',
    type: 'public_notices',
    attributes: PublicNoticeAttributes,
    status: 200,
    nullable: true,
    meta: z.object({
      tech_break: TechBreak,
      /** Next planned break of the shop, at most a day ahead. */
      planned_break: z.nullable(z.object({ from: z.string(), until: z.nullable(z.string()), reason: z.enum(SWITCH_REASONS) })),
    }),
  },
  refusals: [],
});
