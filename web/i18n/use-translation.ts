import { useLocation } from 'react-router';
import type { Locale } from '#core/locale.ts';
import { localeOf, localPath } from './locale.ts';
import { translatorOf, type Translate } from './translator.ts';

export interface Translation {
  readonly locale: Locale;
  readonly t: Translate;
  /** The path of a page in the current language; takes a path without prefix. */
  readonly to: (path: string) => string;
}

/** The language of the current URL and its messages. */
export function useTranslation(): Translation {
  const locale = localeOf(useLocation().pathname);
  return { locale, t: translatorOf(locale), to: (path) => localPath(locale, path) };
}
