import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

/** So many orders one browser follows at a time. */
export const MOST_FOLLOWED = 30;

/** `id:version:locale`: an order, the version that is shown already, the language of its page. */
const FOLLOWED = String.raw`[\w-]{1,64}:\d{1,10}:(?:${LOCALES.join('|')})`;

export const followEvents = endpoint({
  name: 'followEvents',
  summary:
    'One stream for all pages of a browser: the orders it names (`id:version:locale`, with commas; `order` and `estimate`, each with its `order_id`, `locale` and what that order’s own stream tells as `told`), and with `chat` that something changed in a talk of his (`chat`). An order that is not his is told as `refused`. 404 where nothing is left to follow; `Last-Event-ID` honoured',
  method: 'GET',
  path: '/api/v1/following/events',
  action: 'exchange',
  query: z.object({
    orders: z.optional(z.string().check(z.maxLength(3000), z.regex(new RegExp(`^${FOLLOWED}(?:,${FOLLOWED}){0,${MOST_FOLLOWED - 1}}$`)))),
    chat: z.optional(z.literal('1')),
  }),
  reply: { kind: 'stream' },
  refusals: ['not_found'],
});

export const FOLLOWING_CALLS = [followEvents] as const satisfies readonly Endpoint[];
