import type { Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';
import type { Coin } from './coins.ts';

interface PageContext {
  readonly publicUrl: string;
  readonly locale: Locale;
}

/** The list as schema.org data. */
export const listLinkedData = ({ publicUrl, locale }: PageContext, name: string, coins: readonly Coin[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name,
  itemListElement: coins.map((coin, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name: `${coin.name} (${coin.symbol})`,
    url: publicUrl + localPath(locale, `/crypto/${coin.symbol.toLowerCase()}`),
  })),
});

/** A coin's page as schema.org data: its price and breadcrumbs. */
export const coinLinkedData = ({ publicUrl, locale }: PageContext, title: string, coin: Coin) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'ExchangeRateSpecification',
      currency: coin.symbol,
      currentExchangeRate: { '@type': 'UnitPriceSpecification', price: coin.price_usd, priceCurrency: 'USD', validFrom: coin.as_of },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: title, item: publicUrl + localPath(locale, '/crypto') },
        { '@type': 'ListItem', position: 2, name: coin.name },
      ],
    },
  ],
});
