import type { Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';
import type { Translate } from '#web/i18n/translator.ts';
import type { LocalisedPage } from './localised-page.ts';
import { linkedText } from './linked-data.ts';

const OPEN_GRAPH_LOCALES: Readonly<Record<Locale, string>> = { ru: 'ru_RU', en: 'en_GB' };

interface CardInput {
  readonly publicUrl: string;
  readonly locale: Locale;
  /** Path of the page without language prefix. */
  readonly path: string;
  readonly type: LocalisedPage['type'];
  readonly imageUrl: string;
  readonly t: Translate;
}

const PAGES_WITH_PICTURE = /^\/(?:exchange|systems)\/([a-z0-9]{1,20}(?:-[a-z0-9]{1,20})?)$/;

/** Path of the page's own preview image, rendered by the server (`server/share-pictures`); undefined: the page has none. */
export function sharedPicture(path: string, locale: Locale): string | undefined {
  const [, name] = PAGES_WITH_PICTURE.exec(path) ?? [];
  return name === undefined ? undefined : `/share/${name}.png?l=${locale}`;
}

/** Open Graph tags common to all pages; titles come from `pageMeta`. */
export const siteCard = ({
  publicUrl,
  locale,
  path,
  type,
  imageUrl,
  t,
}: CardInput): readonly (readonly [property: string, content: string])[] => [
  ['og:type', type],
  ['og:site_name', t('shell.name')],
  ['og:url', publicUrl + localPath(locale, path)],
  ['og:locale', OPEN_GRAPH_LOCALES[locale]],
  ['og:locale:alternate', OPEN_GRAPH_LOCALES[locale === 'ru' ? 'en' : 'ru']],
  ['og:image', publicUrl + imageUrl],
  ['og:image:width', '1200'],
  ['og:image:height', '630'],
  ['og:image:alt', t('shell.full_name')],
];

/** Structured data of the site and its organisation (schema.org). */
export const siteLinkedData = ({
  publicUrl,
  locale,
  t,
  iconUrl,
}: Omit<CardInput, 'path' | 'type' | 'imageUrl'> & { readonly iconUrl: string }): string =>
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
