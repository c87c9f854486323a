import type { Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';
import type { Coin } from './coins.ts';

interface Place {
  readonly publicUrl: string;
  readonly locale: Locale;
}

/** The list for machines (schema.org): each coin's page in its place. */
export const listLinkedData = ({ publicUrl, locale }: Place, name: string, coins: readonly Coin[]) => ({
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

/** A coin's page for machines: its price, and where the page stands. */
export const coinLinkedData = ({ publicUrl, locale }: Place, title: string, coin: Coin) => ({
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
