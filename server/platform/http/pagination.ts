import type { PageEnds, PageStart } from '#server/platform/db/keyset.ts';
import type { PageInfo } from './any-reply.ts';

const PER_PAGE = 50;
/** Rows are counted at least up to here. */
const MIN_COUNTED = 5_000;
/** With page numbers, this many further pages are counted. */
const COUNTED_PAGES_AHEAD = 10;

export interface PageRequest {
  readonly page: number;
  readonly per: number;
  readonly limit: number;
  readonly offset: number;
  /** Start by a cursor: then no rows are skipped, and `page` only numbers the page. */
  readonly from: PageStart | undefined;
  /** Rows are counted up to here, as counting a long list is slow. */
  readonly maxCounted: number;
  /** Sort keys; undefined: the list's default sorting. */
  readonly sort: readonly string[] | undefined;
}

interface PageCall {
  readonly query: {
    readonly page?: string | undefined;
    readonly per?: string | undefined;
    readonly sort?: readonly string[] | undefined;
  };
  readonly from: PageStart | undefined;
}

/** The page requested by a validated call; by default the first one with `perPage` rows. */
export function readPageRequest({ query, from }: PageCall, perPage = PER_PAGE): PageRequest {
  const page = Number(query.page ?? 1);
  const per = Number(query.per ?? perPage);
  const maxCounted = from === undefined ? Math.max(MIN_COUNTED, (page + COUNTED_PAGES_AHEAD) * per) : MIN_COUNTED;
  return { page, per, limit: per, offset: (page - 1) * per, from, maxCounted, sort: query.sort };
}

/** The page information of a response: the count, or a lower bound where counting stopped. */
export const pageInfo = ({ page, per, maxCounted, from }: PageRequest, counted: number, ends: PageEnds): PageInfo => ({
  page,
  per,
  ends,
  ...(counted > maxCounted
    ? { total: from === undefined ? maxCounted : Math.max(maxCounted, (page - 1) * per + 1), isTotalTruncated: true }
    : { total: counted }),
});
