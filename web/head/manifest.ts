import type { Locale } from '#core/locale.ts';
import { localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import icon192 from '#web/icons/icon-192.png?url';
import icon512 from '#web/icons/icon-512.png?url';
import maskable from '#web/icons/icon-maskable-512.png?url';

/** Web app manifest; the colours are the background of `ui/tokens.css`. */
export function manifestOf(locale: Locale): object {
  const t = translatorOf(locale);
  return {
    id: '/',
    name: t('shell.full_name'),
    short_name: t('shell.name'),
    description: t('shell.promise'),
    lang: locale,
    start_url: localPath(locale, '/'),
    scope: '/',
    display: 'standalone',
    background_color: '#f3eee2',
    theme_color: '#f3eee2',
    categories: ['finance'],
    shortcuts: [
      { name: t('shell.shortcut_exchange'), url: localPath(locale, '/'), icons: [{ src: icon192, sizes: '192x192', type: 'image/png' }] },
      {
        name: t('shell.shortcut_orders'),
        url: localPath(locale, '/account/orders'),
        icons: [{ src: icon192, sizes: '192x192', type: 'image/png' }],
      },
    ],
    icons: [
      { src: icon192, sizes: '192x192', type: 'image/png' },
      { src: icon512, sizes: '512x512', type: 'image/png' },
      { src: maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
