import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { FOUND_IN } from '#core/search/read-query.ts';
import { endpoint } from '#contract/endpoint.ts';

/** What the search goes through; its words are `office.search.noun.<name>`. A noun that can be found adds its name here and its searcher at assembly. */
export const SEARCHED_NOUNS = ['orders', 'withdrawals', 'partners', 'chats'] as const;
export type SearchedNoun = (typeof SEARCHED_NOUNS)[number];

export const FoundAttributes = z.object({
  noun: z.enum(SEARCHED_NOUNS),
  /** What it is opened by. */
  subject: z.string(),
  title: z.string(),
  detail: z.nullable(z.string()),
  /** In what the text was found. */
  found_in: z.array(z.enum(FOUND_IN)),
  /** Of an order or a withdrawal; null for everything else. */
  status: z.nullable(z.enum(ORDER_STATUSES)),
  amounts: z.array(z.object({ amount: z.string(), currency_iso_code: z.string() })),
  at: z.string(),
});
export type FoundAttributes = z.output<typeof FoundAttributes>;

export const officeSearch = endpoint({
  name: 'officeSearch',
  summary:
    'One search for everything that this operator may read: number, any part of an e-mail, last four, amount, hash, reference, requisites, name; in groups, newest first',
  method: 'GET',
  path: '/api/office/v1/search',
  action: 'enter_office',
  query: z.object({ q: z.string().check(z.maxLength(254)) }),
  reply: {
    kind: 'collection',
    type: 'found',
    attributes: FoundAttributes,
    /** `is_complete`: false while what was there before is still being taken in. */
    meta: z.object({ is_complete: z.boolean() }),
  },
  refusals: [],
});
