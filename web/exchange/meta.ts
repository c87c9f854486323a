import type { MetaDescriptor } from 'react-router';
import { pageMeta } from '#web/head/page-meta.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import type { ClosedData, NoPairData, ExchangeData } from './load-exchange.ts';

/** Title and description of an exchange page, naming its pair. */
export function exchangeMeta(loaded: ExchangeData | NoPairData | ClosedData | undefined, pathname: string): MetaDescriptor[] {
  const t = translatorOf(localeOf(pathname));
  const unlisted = (title: string) => [{ title: t('shell.titled', { title }) }, { name: 'robots', content: 'noindex' }];
  if (loaded?.kind === 'no_pair') {
    const names = { from: loaded.requested.from.name, to: loaded.requested.to.name };
    return unlisted(t(loaded.isClosed ? 'exchange.no_pair.closed_title' : 'exchange.no_pair.title', names));
  }
  if (loaded?.kind === 'closed') return unlisted(t(loaded.pair === null ? 'exchange.break.closed' : 'exchange.break.pair_closed'));
  const name = (id: string | undefined): string => loaded?.systems.find((system) => system.id === id)?.name ?? '';
  const names = { from: name(loaded?.fromId), to: name(loaded?.toId) };
  return pageMeta({ title: t('exchange.page_title', names), description: t('exchange.description', names) });
}
