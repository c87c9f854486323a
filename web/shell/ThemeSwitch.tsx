import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { oneOf } from '#core/closed-list.ts';

/** Themes to choose from; `system` follows the device. */
const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = 'theme';
const YEAR_SECONDS = 31_536_000;

/** The theme stored in a request's cookies. */
export function themeOf(cookies: string | null): Theme {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(cookies ?? '')?.[1];
  return oneOf(THEMES, value) ?? 'system';
}

/** Applies a theme to the document. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}

/** Applies a theme and stores the choice for a year. */
function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/** Cycles through system, light and dark. */
export function ThemeSwitch({ theme }: { readonly theme: Theme }) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState(theme);
  const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      className="grid size-11 place-items-center rounded-tray text-muted hover:text-ink"
      aria-label={t('shell.theme.label', { theme: t(`shell.theme.${current}`) })}
      title={t(`shell.theme.${current}`)}
      onClick={() => {
        chooseTheme(next);
        setCurrent(next);
      }}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" strokeWidth="1.6" />
        {current === 'light' ? null : (
          <path d={current === 'dark' ? 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z' : 'M10 3a7 7 0 0 1 0 14z'} fill="currentColor" />
        )}
      </svg>
    </button>
  );
}
