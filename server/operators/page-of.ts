const PER_PAGE = 50;

export interface Page {
  readonly page: number;
  readonly per: number;
  readonly limit: number;
  readonly offset: number;
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
  return { page, per, limit: per, offset: (page - 1) * per, sort: query.sort };
}
