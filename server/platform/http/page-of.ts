import type { PageEnds, Start } from '#server/platform/db/keyset.ts';
import type { PageOf } from './any-reply.ts';

const PER_PAGE = 50;
/** Up to here lists are counted to the end; longer ones are told to be longer. */
const COUNTED = 5_000;
/** Whoever goes further by number finds as many pages more. */
const PAGES_AHEAD = 10;

export interface Page {
  readonly page: number;
  readonly per: number;
  readonly limit: number;
  readonly offset: number;
  /** Where it goes on by a cursor: then nothing is skipped, and `page` is only the number it goes by. */
  readonly from: Start | undefined;
  /** Rows are counted up to here: nobody waits for the count of what he will not read. */
  readonly most: number;
  /** Keys of `sort`; undefined: as the list itself is sorted. */
  readonly sort: readonly string[] | undefined;
}

interface PageCall {
  readonly query: {
    readonly page?: string | undefined;
    readonly per?: string | undefined;
    readonly sort?: readonly string[] | undefined;
  };
  readonly from: Start | undefined;
}

/** The page asked for by a checked call; the first one of `perPage` rows when nothing is said. */
export function pageOf({ query, from }: PageCall, perPage = PER_PAGE): Page {
  const page = Number(query.page ?? 1);
  const per = Number(query.per ?? perPage);
  const most = from === undefined ? Math.max(COUNTED, (page + PAGES_AHEAD) * per) : COUNTED;
  return { page, per, limit: per, offset: (page - 1) * per, from, most, sort: query.sort };
}

/** What an answer says of its page: the count, or the least there is where counting stopped. */
export const pageMeta = ({ page, per, most, from }: Page, counted: number, ends: PageEnds): PageOf => ({
  page,
  per,
  ends,
  ...(counted > most ? { total: from === undefined ? most : Math.max(most, (page - 1) * per + 1), isMore: true } : { total: counted }),
});
