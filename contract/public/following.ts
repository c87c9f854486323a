import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { NOTICE_KINDS } from '#core/notices/public-notice.ts';
import { SWITCH_REASONS } from '#core/staff/switches.ts';
import { endpoint } from '#contract/endpoint.ts';

/** So many orders one browser follows at a time. */
export const MOST_FOLLOWED = 30;

/** `id:version:locale`: an order, the version that is shown already, the language of its page. */
const FOLLOWED = String.raw`[\w-]{1,64}:\d{1,10}:(?:${LOCALES.join('|')})`;

const localised = z.object({ ru: z.string(), en: z.string() });

/** The data of an `availability` event: what can be exchanged, and what all visitors are shown. */
export const AvailabilityEvent = z.object({
  version: z.string(),
  /** The version that `changes` starts from; null: the first event of a stream. */
  previous: z.nullable(z.string()),
  /** Directions (`A>B`) that have opened and closed since; null: unknown, or too many to list. */
  changes: z.nullable(z.object({ opened: z.array(z.string()), closed: z.array(z.string()) })),
  /** The break of the whole shop; null: it takes orders. */
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
    'One stream for all pages of a browser: the orders it names (`id:version:locale`, with commas; `order` and `estimate`, each with its `order_id`, `locale` and what that order’s own stream tells as `told`), with `chat` that something changed in a talk of his (`chat`), and with `availability` which directions open and close, the technical break and the public notice (`availability`). An order that is not his is told as `refused`. 404 where nothing is left to follow; `Last-Event-ID` honoured',
  method: 'GET',
  path: '/api/v1/following/events',
  action: 'exchange',
  query: z.object({
    orders: z.optional(z.string().check(z.maxLength(3000), z.regex(new RegExp(`^${FOLLOWED}(?:,${FOLLOWED}){0,${MOST_FOLLOWED - 1}}$`)))),
    chat: z.optional(z.literal('1')),
    availability: z.optional(z.literal('1')),
  }),
  reply: { kind: 'stream' },
  refusals: ['not_found'],
});
