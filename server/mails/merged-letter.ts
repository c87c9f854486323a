import type { Deps } from '#server/deps.ts';
import { orderLinkOf } from '#server/orders/access.ts';
import type { Letter } from './letter.ts';
import { letterFooter } from './letter-footer.ts';
import { headingOf, type OrderNews } from './order-letter.ts';

/** One letter about several orders of one address, when there is no room for one each: what happened to each, with its link. */
export function mergedLetter(deps: Pick<Deps, 'catalogue' | 'secrets' | 'settings' | 't'>, all: readonly OrderNews[]): Letter {
  const locale = all.at(-1)?.order.locale ?? 'ru';
  const t = (key: string, params: Record<string, string | number> = {}) => deps.t(locale, `mail.${key}`, params);
  return {
    locale,
    subject: t('merged.subject', { count: all.length }),
    heading: t('merged.heading', { count: all.length }),
    lead: t('merged.lead'),
    lines: all.map((news) => ({
      label: t('merged.line', { id: news.order.id }),
      value: headingOf(deps, news, locale),
      url: orderLinkOf(deps, news.order),
    })),
    button: null,
    footer: letterFooter(
      deps,
      locale,
      all.some(({ order }) => order.quote.isDemo),
    ),
  };
}
