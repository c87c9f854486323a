import * as z from 'zod/mini';
import { NOTICE_KINDS } from '#core/notices/public-notice.ts';
import { SWITCH_REASONS } from '#core/staff/switches.ts';
import { endpoint } from '#contract/endpoint.ts';

export const TechBreak = z.object({
  active: z.boolean(),
  /** What takes no orders: the whole shop, or the pair that was asked for (ours). */
  scope: z.enum(['shop', 'pair']),
  /** When orders are taken again; null while nobody can tell, and without a break. */
  until: z.nullable(z.string()),
  reason: z.nullable(z.enum(SWITCH_REASONS)),
  /** What the shop says besides, in the language of the call (ours). */
  text: z.nullable(z.string()),
  /** By which clock `until` is counted down (ours). */
  server_time: z.string(),
});
export type TechBreak = z.output<typeof TechBreak>;

export const PublicNoticeAttributes = z.object({
  kind: z.enum(NOTICE_KINDS),
  /** Plain text in the language of the call. */
  text: z.string(),
  /** A path of ours or an https address. */
  link: z.nullable(z.string()),
  from: z.string(),
  /** Null: until it is taken down. */
  until: z.nullable(z.string()),
  dismissible: z.boolean(),
  revision: z.number(),
});
export type PublicNoticeAttributes = z.output<typeof PublicNoticeAttributes>;

const code = z.string().check(z.maxLength(64));

export const getPublicNotice = endpoint({
  name: 'getPublicNotice',
  summary: 'What all visitors are told; `meta.tech_break`: whether new orders are taken (domain 9)',
  method: 'GET',
  path: '/api/v1/public_notice',
  action: 'browse',
  scope: 'rates:read',
  /** Of this pair too: a direction, a system or a rail may be off alone (ours). */
  query: z.object({ income_payment_system_id: z.optional(code), outcome_payment_system_id: z.optional(code) }),
  reply: {
    kind: 'resource',
    type: 'public_notices',
    attributes: PublicNoticeAttributes,
    status: 200,
    nullable: true,
    meta: z.object({
      tech_break: TechBreak,
      /** The next break of the shop, from a day ahead on (ours). */
      planned_break: z.nullable(z.object({ from: z.string(), until: z.nullable(z.string()), reason: z.enum(SWITCH_REASONS) })),
    }),
  },
  refusals: [],
});
