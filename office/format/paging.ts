import type { Links } from '#contract/call.ts';
import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';

/** A position in a list: a page by number, or the rows after (or before) a cursor. */
export interface PagePosition {
  readonly page: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** The first page, as it is now. */
export const FIRST_PAGE: PagePosition = { page: 1, after: undefined, before: undefined };

/** The position as query parameters of the API. */
export const pageQuery = ({ page, after, before }: PagePosition) => ({ page: String(page), 'page[after]': after, 'page[before]': before });

/**
 * Position of a page number. Neighbours of the current page follow the answer's links, so that moving rows are neither repeated nor lost;
 * other pages go by number.
 */
export function positionOf(page: number, current: PagePosition, links: Links): PagePosition {
  const link = page === current.page + 1 ? links['next'] : page === current.page - 1 ? links['prev'] : undefined;
  const params = new URLSearchParams(link?.split('?')[1]);
  return { page, after: params.get('page[after]') ?? undefined, before: params.get('page[before]') ?? undefined };
}

interface Paging {
  readonly pages: number;
  /** The counted rows of a list that has more, as text; null where all are counted. */
  readonly moreThan: string | null;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Pages of an answer: a long list is counted only up to a limit, and says that there is more. */
export const pagingOf = (meta: Readonly<Record<string, unknown>>, locale: Locale): Paging => ({
  pages: numberOf(meta['total_pages']),
  moreThan: meta['total_is_least'] === true ? formatDecimal(String(numberOf(meta['total'])), { locale }) : null,
});
