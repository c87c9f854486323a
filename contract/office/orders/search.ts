import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { FOUND_IN } from '#core/search/read-query.ts';
import { endpoint } from '#contract/endpoint.ts';

/** Searched record types; labels: `office.search.noun.<name>`. A new type adds its name here and its searcher at assembly. */
export const SEARCHED_TYPES = ['orders', 'withdrawals', 'partners', 'chats'] as const;
export type SearchedNoun = (typeof SEARCHED_TYPES)[number];

export const FoundAttributes = z.object({
  noun: z.enum(SEARCHED_TYPES),
  /** Id that opens the record. */
  subject: z.string(),
  title: z.string(),
  detail: z.nullable(z.string()),
  /** Members that matched. */
  found_in: z.array(z.enum(FOUND_IN)),
  /** Of an order or a withdrawal; null otherwise. */
  status: z.nullable(z.enum(ORDER_STATUSES)),
  amounts: z.array(z.object({ amount: z.string(), currency_iso_code: z.string() })),
  at: z.string(),
});
export type FoundAttributes = z.output<typeof FoundAttributes>;

export const officeSearch = endpoint({
  name: 'officeSearch',
  summary:
    'Searches all records that the operator may read: number, part of an e-mail, last four digits, amount, hash, reference, requisites, name; grouped, newest first',
  method: 'GET',
  path: '/api/office/v1/search',
  action: 'enter_office',
  query: z.object({ q: z.string().check(z.maxLength(254)) }),
  reply: {
    kind: 'collection',
    type: 'found',
    attributes: FoundAttributes,
    /** `is_complete`: false while older records are still being indexed. `read_as`: the text in the other keyboard layout, where only that was found; null: the text itself. */
    meta: z.object({ is_complete: z.boolean(), read_as: z.nullable(z.string()) }),
  },
  refusals: [],
});
