import type { MetaDescriptor } from 'react-router';
import { pageMeta } from '#web/head/page-meta.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import type { Opening } from './load-exchange.ts';

/** Title and description of an exchange page, naming its pair. */
export function exchangeMeta(opening: Opening | undefined, pathname: string): MetaDescriptor[] {
  const t = translatorOf(localeOf(pathname));
  const name = (id: string | undefined): string => opening?.systems.find((system) => system.id === id)?.name ?? '';
  const names = { from: name(opening?.fromId), to: name(opening?.toId) };
  return pageMeta({ title: t('web.exchange.page_title', names), description: t('web.exchange.description', names) });
}
