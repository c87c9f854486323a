import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { NOTICE_KINDS } from '#core/notices/public-notice.ts';
import { SWITCH_REASONS } from '#core/staff/switches.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Maximum number of orders on one stream. */
export const MAX_FOLLOWED = 30;

/** `id:version:locale`: an order, the version already shown, the page's language. */
const FOLLOWED = String.raw`[\w-]{1,64}:\d{1,10}:(?:${LOCALES.join('|')})`;

const localised = z.object({ ru: z.string(), en: z.string() });

/** Data of an `availability` event: open directions, technical break and public notice. */
export const AvailabilityEvent = z.object({
  version: z.string(),
  /** Version that `changes` starts from; null: first event of a stream. */
  previous: z.nullable(z.string()),
  /** Directions (`A>B`) opened and closed since; null: unknown, or too many. */
  changes: z.nullable(z.object({ opened: z.array(z.string()), closed: z.array(z.string()) })),
  /** Break of the whole shop; null: orders are accepted. */
  tech_break: z.nullable(
    z.object({
      until: z.nullable(z.string()),
      reason: z.enum(SWITCH_REASONS),
      text: z.nullable(localised),
      server_time: z.string(),
    }),
  ),
  notice: z.nullable(
    z.object({ key: z.string(), kind: z.enum(NOTICE_KINDS), text: localised, link: z.nullable(z.string()), dismissible: z.boolean() }),
  ),
});
export type AvailabilityEvent = z.output<typeof AvailabilityEvent>;

export const followEvents = endpoint({
  name: 'followEvents',
  summary:
    "One stream for all pages of a browser. Orders (`id:version:locale`, comma-separated): events `order` and `estimate` with `order_id`, `locale` and the order's own event data in `told`; `refused` for an order without access. `chat`: change events of own chats. `availability`: opened and closed directions, technical break, public notice. 404 where nothing is left to follow; `Last-Event-ID` is supported",
  method: 'GET',
  path: '/api/v1/following/events',
  action: 'exchange',
  query: z.object({
    orders: z.optional(z.string().check(z.maxLength(3000), z.regex(new RegExp(`^${FOLLOWED}(?:,${FOLLOWED}){0,${MAX_FOLLOWED - 1}}$`)))),
    chat: z.optional(z.literal('1')),
    availability: z.optional(z.literal('1')),
  }),
  reply: { kind: 'stream' },
  refusals: ['not_found'],
});
