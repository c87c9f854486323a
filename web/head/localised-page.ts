import { useMatches } from 'react-router';
import type { Locale } from '#core/locale.ts';

/** A page whose path differs by language: member `place` of its loader data. */
export interface LocalisedPage {
  /** Path without prefix in each language; null: not translated. */
  readonly paths: Readonly<Record<Locale, string | null>>;
  readonly type: 'website' | 'article';
}

const localisedPageIn = (data: unknown): LocalisedPage | undefined =>
  typeof data === 'object' && data !== null && 'place' in data ? (data.place as LocalisedPage) : undefined;

/** The paths of the current page; undefined: its path is the same in every language. */
export const useLocalisedPage = (): LocalisedPage | undefined => localisedPageIn(useMatches().at(-1)?.loaderData);
