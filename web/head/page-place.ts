import { useMatches } from 'react-router';
import type { Locale } from '#core/locale.ts';

/** What a page says of itself where its address is not the same in every language: `place` in what its loader gives. */
export interface PagePlace {
  /** Its bare path in each language; null: it is not written in that one. */
  readonly paths: Readonly<Record<Locale, string | null>>;
  readonly type: 'website' | 'article';
}

const placeIn = (data: unknown): PagePlace | undefined =>
  typeof data === 'object' && data !== null && 'place' in data ? (data.place as PagePlace) : undefined;

/** The place of the page that is shown; undefined: its address is the same in every language. */
export const usePagePlace = (): PagePlace | undefined => placeIn(useMatches().at(-1)?.loaderData);
