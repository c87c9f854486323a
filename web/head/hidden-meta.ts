import type { MetaDescriptor } from 'react-router';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

/** Meta tags of a page that is not indexed, with the general description for shared links. `title`: unless the page renders its own. */
export function hiddenMeta(pathname: string, title?: string): MetaDescriptor[] {
  const t = translatorOf(localeOf(pathname));
  return [
    ...(title === undefined ? [] : [{ title: t('shell.titled', { title }) }]),
    { name: 'robots', content: 'noindex' },
    { name: 'description', content: t('shell.promise') },
  ];
}

/** The same with the message key of the title. */
export const titledHiddenMeta = (pathname: string, title: string): MetaDescriptor[] =>
  hiddenMeta(pathname, translatorOf(localeOf(pathname))(title));
