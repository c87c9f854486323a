import { colourText, parseColour, readableOn } from '#core/brand/colour.ts';
import { oneOf } from '#core/closed-list.ts';
import { pairPath } from '#core/link/pair-path.ts';
import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import type { Translate } from '#server/platform/translate.ts';

/**
 * Options in the query of an embedded widget. Anything not in the expected format is ignored, so nothing else of the URL reaches
 * the page.
 */
interface WidgetParams {
  readonly locale: Locale;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: string | null;
  readonly rid: string | null;
  /** Origin of the embedding page: receives the widget's height by `postMessage`, nothing else. */
  readonly host: string | null;
  readonly theme: 'light' | 'dark' | null;
  /** CSS that replaces our accent colour; empty: none. */
  readonly accentRule: string;
}

const CODE = /^[A-Za-z0-9]{1,20}$/;
const AMOUNT = /^\d{1,12}(?:\.\d{1,8})?$/;
/** A referral code in links (domain 8). */
const REFERRAL_CODE = /^[\w-]{1,64}$/;

const matchOrNull = (shape: RegExp, text: string | null): string | null => (text !== null && shape.test(text) ? text : null);

function hostOf(text: string | null): string | null {
  if (text === null || text.length > 300 || !URL.canParse(text)) return null;
  const { origin, protocol } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && origin === text ? origin : null;
}

/** The surface of each theme with the lowest contrast: `--well` (light) and `--sheet` (dark) in ui/tokens.css. */
export const SURFACES = { light: '#ebe4d4', dark: '#15241d' } as const;

/** CSS with the site's accent colour, adjusted for contrast (WCAG 2.2 AA). */
function accentRule(text: string | null): string {
  const [colour, light, dark] = [parseColour(text ?? ''), parseColour(SURFACES.light), parseColour(SURFACES.dark)];
  if (colour === undefined || light === undefined || dark === undefined) return '';
  const colours = [light, dark].map((surface) => colourText(readableOn(colour, surface)));
  return `html:root{--action:light-dark(${colours.join()})}`;
}

/** Parses the query of `/widget`; `languages`: those of the shop. */
export function readWidgetParams(query: URLSearchParams, languages: readonly Locale[]): WidgetParams {
  const theme = query.get('theme');
  return {
    locale: oneOf(languages, query.get('lang')) ?? oneOf(languages, DEFAULT_LOCALE) ?? DEFAULT_LOCALE,
    from: matchOrNull(CODE, query.get('from'))?.toUpperCase() ?? null,
    to: matchOrNull(CODE, query.get('to'))?.toUpperCase() ?? null,
    amount: matchOrNull(AMOUNT, query.get('amount')),
    rid: matchOrNull(REFERRAL_CODE, query.get('rid')),
    host: hostOf(query.get('origin')),
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    accentRule: accentRule(query.get('accent')),
  };
}

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
  readonly messages: Readonly<Record<Locale, object>>;
}

/** The embedded page: the built template with texts and the site's options filled in. */
export function widgetPage({ template, apiUrl, sentryDsn = null, options, brand, nonce, t, messages }: PageInput): string {
  const { locale, from, to, amount, rid, host, theme, accentRule } = options;
  const start = { locale, from, to, amount, rid, host, words: messages[locale] };
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
