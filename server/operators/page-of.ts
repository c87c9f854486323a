const PER_PAGE = 50;
/** Up to here lists are counted to the end; longer ones are told to be longer. */
const COUNTED = 5_000;
/** Whoever goes further finds as many pages more. */
const PAGES_AHEAD = 10;

export interface Page {
  readonly page: number;
  readonly per: number;
  readonly limit: number;
  readonly offset: number;
  /** Rows are counted up to here: nobody waits for the count of what he will not read. */
  readonly most: number;
  /** Keys of `sort`; undefined: the list's own order. */
  readonly sort: readonly string[] | undefined;
}

interface PageQuery {
  readonly page?: string | undefined;
  readonly per?: string | undefined;
  readonly sort?: readonly string[] | undefined;
}

/** The page asked for by a checked query of the office's lists; the first of `PER_PAGE` rows when nothing is said. */
export function pageOf(query: PageQuery): Page {
  const page = Number(query.page ?? 1);
  const per = Number(query.per ?? PER_PAGE);
  return { page, per, limit: per, offset: (page - 1) * per, most: Math.max(COUNTED, (page + PAGES_AHEAD) * per), sort: query.sort };
}

/** What an answer says of its page: the count, or the least there is where counting stopped. */
export const pageMeta = ({ page, per, most }: Page, counted: number) => ({
  page,
  per,
  total: Math.min(counted, most),
  ...(counted > most ? { isMore: true } : {}),
});
