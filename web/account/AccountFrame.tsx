import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { SectionLink, useScrollToCurrent } from '#web/layout/SectionLink.tsx';
import { ACCOUNT, ACCOUNT_PAGES } from './account-pages.ts';

/** Loads the page's data again when the user returns to this tab: another tab or device may have changed it. */
export function useRevalidateOnReturn(isEnabled: boolean): void {
  const { revalidate, state } = useRevalidator();
  const revalidateIfVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible' && state === 'idle') void revalidate();
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const onReturn = () => revalidateIfVisible();
    globalThis.addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      globalThis.removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [isEnabled]);
}

/** Layout of all account pages: navigation beside or above the page, and sign-out. */
export function AccountFrame({ email, children }: { readonly email: string; readonly children: ReactNode }) {
  const { t, to } = useTranslation();
  const nav = useScrollToCurrent();
  return (
    <div className="mx-auto grid max-w-[72rem] gap-x-10 gap-y-6 px-4 py-6 sm:px-6 md:grid-cols-[13rem_minmax(0,1fr)] md:py-10">
      <div className="min-w-0">
        <p className="mb-2 truncate text-sm text-muted" title={email}>
          {email}
        </p>
        <nav ref={nav} aria-label={t('account.places.label')} className="relative -mx-4 overflow-x-auto px-4 md:mx-0 md:px-0">
          <ul className="flex gap-1 md:flex-col">
            {ACCOUNT_PAGES.map(({ path, name }) => (
              <li key={path}>
                <SectionLink
                  path={path}
                  isExact={path === ACCOUNT}
                  className="flex min-h-11 items-center rounded-tray px-3 whitespace-nowrap text-muted hover:text-ink aria-[current]:bg-well aria-[current]:font-semibold aria-[current]:text-ink"
                >
                  {t(name)}
                </SectionLink>
              </li>
            ))}
          </ul>
        </nav>
        <CheckedForm method="post" action={to('/sign-out')} className="mt-2 md:mt-4 md:px-3">
          <Button type="submit" tone="text">
            {t('account.sign_out')}
          </Button>
        </CheckedForm>
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
