import type { Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';
import type { Translate } from '#web/i18n/translator.ts';
import type { PagePlace } from './page-place.ts';
import { linkedText } from './linked-data.ts';

const TERRITORY: Readonly<Record<Locale, string>> = { ru: 'ru_RU', en: 'en_GB' };

interface Card {
  readonly publicUrl: string;
  readonly locale: Locale;
  /** Bare path of the page. */
  readonly path: string;
  readonly type: PagePlace['type'];
  readonly imageUrl: string;
  readonly t: Translate;
}

const OWN_PICTURE = /^\/(?:exchange|systems)\/([a-z0-9]{1,20}(?:-[a-z0-9]{1,20})?)$/;

/** The picture of a page that has one of its own, drawn by the server (`server/share-pictures`); undefined for all others. */
export function sharedPicture(path: string, locale: Locale): string | undefined {
  const [, name] = OWN_PICTURE.exec(path) ?? [];
  return name === undefined ? undefined : `/share/${name}.png?l=${locale}`;
}

/** What is the same in every shared link's card; titles come from each page's own `pageMeta`. */
export const siteCard = ({
  publicUrl,
  locale,
  path,
  type,
  imageUrl,
  t,
}: Card): readonly (readonly [property: string, content: string])[] => [
  ['og:type', type],
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
export const siteLinkedData = ({
  publicUrl,
  locale,
  t,
  iconUrl,
}: Omit<Card, 'path' | 'type' | 'imageUrl'> & { readonly iconUrl: string }): string =>
  linkedText({
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
  });
