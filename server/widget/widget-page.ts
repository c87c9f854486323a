import type { Locale } from '#core/locale.ts';
import { pairPath } from '#core/link/pair-path.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import type { Translate } from '#server/platform/translate.ts';
import type { WidgetParams } from './widget-params.ts';

/** The page the widget links to: the exchange page if the site named a pair, otherwise the start page. */
export function targetUrl({ locale, from, to, amount, rid }: WidgetParams): string {
  const home = locale === 'ru' ? '' : `/${locale}`;
  const path = from === null || to === null ? home || '/' : home + pairPath(from, to);
  const query = new URLSearchParams({ ...(amount === null ? {} : { amount }), ...(rid === null ? {} : { rid }) });
  return query.size === 0 ? path : `${path}?${query}`;
}

interface PageInput {
  readonly template: string;
  readonly apiUrl?: string | undefined;
  readonly sentryDsn?: string | null;
  readonly options: WidgetParams;
  readonly brand: string;
  readonly nonce: string;
  readonly t: Translate;
  readonly words: Readonly<Record<Locale, object>>;
}

/** The embedded page: the built template with texts and the site's options filled in. */
export function widgetPage({ template, apiUrl, sentryDsn = null, options, brand, nonce, t, words }: PageInput): string {
  const { locale, from, to, amount, rid, host, theme, accentRule } = options;
  const start = { locale, from, to, amount, rid, host, words: words[locale] };
  const values: Readonly<Record<string, string>> = {
    locale,
    theme: theme === null ? '' : `data-theme="${theme}"`,
    accent: accentRule === '' ? '' : `<style nonce="${nonce}">${accentRule}</style>`,
    link: escapeHtml(targetUrl(options)),
    brand: escapeHtml(brand),
    start: JSON.stringify(start).replaceAll('<', '\\u003c'),
  };
  const metaTags = [
    ['api-url', apiUrl],
    ['error-reports', sentryDsn ?? undefined],
  ] as const;
  const meta = metaTags
    .map(([name, content]) => (content === undefined ? '' : `<meta name="${name}" content="${escapeHtml(content)}" />`))
    .join('');
  const page = template.replaceAll(/\{\{([a-z_.]+)\}\}/g, (_, name: string) => values[name] ?? escapeHtml(t(locale, name, { brand })));
  return meta === '' ? page : page.replace('</head>', () => `${meta}</head>`);
}
