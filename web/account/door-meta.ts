import type { MetaDescriptor } from 'react-router';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';

/** The head of a page that is nobody's to find: its title, by the key of its words. */
export const doorMeta = (pathname: string, title: string): MetaDescriptor[] => [
  { title: translatorOf(localeOf(pathname))(title) },
  { name: 'robots', content: 'noindex' },
];
