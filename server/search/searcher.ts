import type { FoundAttributes, SearchedNoun } from '#contract/office/orders/search.ts';
import type { OfficeAction } from '#core/access/access.ts';
import type { Locale } from '#core/locale.ts';
import type { SearchQuery } from '#core/search/read-query.ts';

/** One match; `at`: for sorting. */
export type SearchMatch = Omit<FoundAttributes, 'noun'>;

/** Searches one kind of entity; registered in its `module.ts`, ordered by `SEARCHED_TYPES`. */
export interface Searcher {
  readonly entity: SearchedNoun;
  /** Without this right an operator does not see that matches exist. */
  readonly needs: OfficeAction;
  /** The best matches, at most `limit`, best first. Values are masked as everywhere in the office. */
  find(query: SearchQuery, options: { readonly limit: number; readonly locale: Locale }): Promise<readonly SearchMatch[]>;
  /** False while older rows are still being indexed. */
  isComplete(): Promise<boolean>;
}
