import { oneOf } from '#core/closed-list.ts';
import { colourText, parseColour, readableOn } from '#core/brand/colour.ts';
import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts';

/**
 * Options in the query of an embedded widget. Anything not in the expected format is ignored, so nothing else of the URL reaches
 * the page.
 */
export interface WidgetParams {
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
