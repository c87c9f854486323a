import type { Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';
import type { Translate } from '#web/i18n/translator.ts';

const TERRITORY: Readonly<Record<Locale, string>> = { ru: 'ru_RU', en: 'en_GB' };

interface Card {
  readonly publicUrl: string;
  readonly locale: Locale;
  /** Bare path of the page. */
  readonly path: string;
  readonly imageUrl: string;
  readonly t: Translate;
}

/** What is the same in every shared link's card; titles come from each page's own `pageMeta`. */
export const siteCard = ({ publicUrl, locale, path, imageUrl, t }: Card): readonly (readonly [property: string, content: string])[] => [
  ['og:type', 'website'],
  ['og:site_name', t('shell.name')],
  ['og:url', publicUrl + localPath(locale, path)],
  ['og:locale', TERRITORY[locale]],
  ['og:locale:alternate', TERRITORY[locale === 'ru' ? 'en' : 'ru']],
  ['og:image', publicUrl + imageUrl],
  ['og:image:width', '1200'],
  ['og:image:height', '630'],
  ['og:image:alt', t('shell.full_name')],
];

/** The shop itself, for machines (schema.org). */
export const siteLinkedData = ({ publicUrl, locale, t, iconUrl }: Omit<Card, 'path' | 'imageUrl'> & { readonly iconUrl: string }): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', '@id': `${publicUrl}/#shop`, name: t('shell.name'), url: `${publicUrl}/`, logo: publicUrl + iconUrl },
      {
        '@type': 'WebSite',
        '@id': `${publicUrl}/#site`,
        name: t('shell.name'),
        url: publicUrl + localPath(locale, '/'),
        description: t('shell.promise'),
        inLanguage: locale,
        publisher: { '@id': `${publicUrl}/#shop` },
      },
    ],
    // A closing tag inside a string would end the script
  }).replaceAll('<', String.raw`\u003c`);
