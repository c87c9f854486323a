import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import { SectionLink, useScrollToCurrent } from '#web/layout/SectionLink.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import { EARNINGS, TABS } from '#web/earnings/tabs.ts';

/** Layout of the earnings pages: title and tabs. */
export function EarningsFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const nav = useScrollToCurrent();
  const linksOff = useRouteLoaderData<typeof rootLoader>('root')?.linksOff ?? [];
  const tabs = TABS.filter(({ path }) => !linksOff.includes(path));
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('earnings.title')}</h1>
      {tabs.length < 2 ? null : (
        <nav ref={nav} aria-label={t('earnings.tabs.label')} className="relative -mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
          <ul className="flex min-w-max gap-1 border-b border-line">
            {tabs.map(({ path, name }) => (
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
