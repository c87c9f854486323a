import { useLocation } from 'react-router';
import type { Locale } from '#core/locale.ts';
import { localeOf, localPath } from './locale.ts';
import { translatorOf, type Translate } from './translator.ts';

export interface Words {
  readonly locale: Locale;
  readonly t: Translate;
  /** The address of a page in the present language; takes the bare path. */
  readonly to: (path: string) => string;
}

/** The language of the present address and its words. */
export function useWords(): Words {
  const locale = localeOf(useLocation().pathname);
  return { locale, t: translatorOf(locale), to: (path) => localPath(locale, path) };
}
