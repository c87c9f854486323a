import { oneOf } from '#core/closed-list.ts';
/** What the visitor chose; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = 'theme';
const YEAR_SECONDS = 31_536_000;

/** The choice kept in a request's cookies. */
export function themeOf(cookies: string | null): Theme {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(cookies ?? '')?.[1];
  return oneOf(THEMES, value) ?? 'system';
}

/** Shows a theme at once. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

/** Shows a theme at once and keeps the choice for a year. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}
