import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useWords } from '#web/i18n/use-words.ts';
import { EARNINGS, TABS } from './tabs.ts';

/** What all pages of earnings share: their name and the way from one to the next. */
export function EarningsFrame({ children }: { readonly children: ReactNode }) {
  const { t, to } = useWords();
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('earnings.title')}</h1>
      {TABS.length < 2 ? null : (
        <nav aria-label={t('earnings.tabs.label')} className="-mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
          <ul className="flex gap-1 border-b border-line">
            {TABS.map(({ path, name }) => (
              <li key={path}>
                <NavLink
                  end={path === EARNINGS}
                  to={to(path)}
                  className="flex min-h-11 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
                >
                  {t(name)}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
