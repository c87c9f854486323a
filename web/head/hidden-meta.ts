import type { MetaDescriptor } from 'react-router';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

/** The head of a page that is nobody's to find: what the shop is, for whoever is sent its link; with a title unless the page has its own. */
export function hiddenMeta(pathname: string, title?: string): MetaDescriptor[] {
  const t = translatorOf(localeOf(pathname));
  return [
    ...(title === undefined ? [] : [{ title: t('shell.titled', { title }) }]),
    { name: 'robots', content: 'noindex' },
    { name: 'description', content: t('shell.promise') },
  ];
}

/** The same, titled by the key of its words. */
export const doorMeta = (pathname: string, title: string): MetaDescriptor[] =>
  hiddenMeta(pathname, translatorOf(localeOf(pathname))(title));
