import { colourText, parseColour, readableOn } from '#core/colour.ts';
import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts';

/** What a host's tag asks of its frame. Whatever is not exactly of its kind was never asked for: nothing else of the address gets into the page. */
export interface Wishes {
  readonly locale: Locale;
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: string | null;
  readonly rid: string | null;
  /** The page that holds the frame: told the height, and nothing else. */
  readonly host: string | null;
  readonly theme: 'light' | 'dark' | null;
  /** Rules of the style sheet that put the host's colour in the place of ours; empty: none was wished. */
  readonly accentRule: string;
}

const CODE = /^[A-Za-z0-9]{1,20}$/;
const AMOUNT = /^\d{1,12}(?:\.\d{1,8})?$/;
/** A partner's mark in links (domain 8). */
const MARK = /^[\w-]{1,64}$/;

const only = (shape: RegExp, text: string | null): string | null => (text !== null && shape.test(text) ? text : null);

function hostOf(text: string | null): string | null {
  if (text === null || text.length > 300 || !URL.canParse(text)) return null;
  const { origin, protocol } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && origin === text ? origin : null;
}

/** What the host's colour is read on, the least kind of each theme's surfaces: `--well` of the light one, `--sheet` of the dark one (ui/tokens.css). */
export const SURFACES = { light: '#ebe4d4', dark: '#15241d' } as const;

/** The host's colour in the place of ours, moved as far as it must be to be read (WCAG 2.2 AA). */
function accentRule(text: string | null): string {
  const [wished, light, dark] = [parseColour(text ?? ''), parseColour(SURFACES.light), parseColour(SURFACES.dark)];
  if (wished === undefined || light === undefined || dark === undefined) return '';
  const colours = [light, dark].map((surface) => colourText(readableOn(wished, surface)));
  return `html:root{--action:light-dark(${colours.join()})}`;
}

/** Reads the query of `/widget`; `languages` are those of the shop. */
export function readWishes(query: URLSearchParams, languages: readonly Locale[]): Wishes {
  const theme = query.get('theme');
  return {
    locale: languages.find((one) => one === query.get('lang')) ?? languages.find((one) => one === DEFAULT_LOCALE) ?? DEFAULT_LOCALE,
    from: only(CODE, query.get('from'))?.toUpperCase() ?? null,
    to: only(CODE, query.get('to'))?.toUpperCase() ?? null,
    amount: only(AMOUNT, query.get('amount')),
    rid: only(MARK, query.get('rid')),
    host: hostOf(query.get('origin')),
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    accentRule: accentRule(query.get('accent')),
  };
}
