import type { FoundAttributes, SearchedNoun } from '#contract/office-search.ts';
import type { OfficeAction } from '#core/access.ts';
import type { Locale } from '#core/locale.ts';
import type { SearchQuery } from '#core/search/read-query.ts';

/** One thing that was found; when, to be put in order. */
export type Found = Omit<FoundAttributes, 'noun'>;

/** How one noun is searched; registered in `server/assemble-searchers.ts`, in the order of the groups. */
export interface Searcher {
  readonly noun: SearchedNoun;
  /** Whoever may not read it is not told that it is there. */
  readonly needs: OfficeAction;
  /** The best `most`, best first. Masked as everywhere in the office. */
  find(query: SearchQuery, asked: { readonly most: number; readonly locale: Locale }): Promise<readonly Found[]>;
  /** False while what was there before is still being taken in. */
  isComplete(): Promise<boolean>;
}
