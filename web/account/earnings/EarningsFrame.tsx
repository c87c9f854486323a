import type { ReactNode } from 'react';
import { SectionLink } from '#web/account/SectionLink.tsx';
import { useScrollToCurrent } from '#web/account/use-scroll-to-current.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { EARNINGS, TABS } from './tabs.ts';

/** Layout of the earnings pages: title and tabs. */
export function EarningsFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useWords();
  const nav = useScrollToCurrent();
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('earnings.title')}</h1>
      {TABS.length < 2 ? null : (
        <nav ref={nav} aria-label={t('earnings.tabs.label')} className="relative -mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
          <ul className="flex min-w-max gap-1 border-b border-line">
            {TABS.map(({ path, name }) => (
              <li key={path}>
                <SectionLink
                  path={path}
                  isExact={path === EARNINGS}
                  className="flex min-h-11 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
                >
                  {t(name)}
                </SectionLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
