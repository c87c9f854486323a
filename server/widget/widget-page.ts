import type { Locale } from '#core/locale.ts';
import { pairPath } from '#core/pair-path.ts';
import type { Translate } from '#server/platform/translate.ts';
import type { Wishes } from './wishes.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The page of exchange that the frame leads to, as far as the host has named it. */
export function linkOf({ locale, from, to, amount, rid }: Wishes): string {
  const home = locale === 'ru' ? '' : `/${locale}`;
  const path = from === null || to === null ? home || '/' : home + pairPath(from, to);
  const query = new URLSearchParams({ ...(amount === null ? {} : { amount }), ...(rid === null ? {} : { rid }) });
  return query.size === 0 ? path : `${path}?${query}`;
}

interface Filling {
  readonly template: string;
  readonly apiUrl?: string | undefined;
  readonly sentryDsn?: string | null;
  readonly wishes: Wishes;
  readonly brand: string;
  readonly nonce: string;
  readonly t: Translate;
  readonly words: Readonly<Record<Locale, object>>;
}

/** The frame's page: the built one with its words and the host's wishes in their places. */
export function widgetPage({ template, apiUrl, sentryDsn = null, wishes, brand, nonce, t, words }: Filling): string {
  const { locale, from, to, amount, rid, host, theme, accentRule } = wishes;
  const start = { locale, from, to, amount, rid, host, words: words[locale] };
  const own: Readonly<Record<string, string>> = {
    locale,
    theme: theme === null ? '' : `data-theme="${theme}"`,
    accent: accentRule === '' ? '' : `<style nonce="${nonce}">${accentRule}</style>`,
    link: escape(linkOf(wishes)),
    brand: escape(brand),
    start: JSON.stringify(start).replaceAll('<', '\\u003c'),
  };
  const named = [
    ['api-url', apiUrl],
    ['error-reports', sentryDsn ?? undefined],
  ] as const;
  const meta = named
    .map(([name, content]) => (content === undefined ? '' : `<meta name="${name}" content="${escape(content)}" />`))
    .join('');
  const page = template.replaceAll(/\{\{([a-z_.]+)\}\}/g, (_, name: string) => own[name] ?? escape(t(locale, name, { brand })));
  return meta === '' ? page : page.replace('</head>', () => `${meta}</head>`);
}
