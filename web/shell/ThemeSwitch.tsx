import { useState } from 'react';
import { useWords } from '#web/i18n/use-words.ts';
import { chooseTheme, THEMES, type Theme } from './theme.ts';

/** Goes round: as the device, light, dark. */
export function ThemeSwitch({ theme }: { readonly theme: Theme }) {
  const { t } = useWords();
  const [chosen, setChosen] = useState(theme);
  const next = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      className="grid size-11 place-items-center rounded-tray text-muted hover:text-ink"
      aria-label={t('shell.theme.label', { theme: t(`shell.theme.${chosen}`) })}
      title={t(`shell.theme.${chosen}`)}
      onClick={() => {
        chooseTheme(next);
        setChosen(next);
      }}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" strokeWidth="1.6" />
        {chosen === 'light' ? null : (
          <path d={chosen === 'dark' ? 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14z' : 'M10 3a7 7 0 0 1 0 14z'} fill="currentColor" />
        )}
      </svg>
    </button>
  );
}
