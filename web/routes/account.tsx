import { Outlet, useLoaderData, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { AccountFrame, useRevalidateOnReturn } from '#web/account/AccountFrame.tsx';
import { pageAt } from '#web/account/account-pages.ts';
import { requireUser } from '#web/api/user.ts';
import { hiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { barePath, localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { StepUpProvider } from '#web/step-up/StepUpProvider.tsx';

await loadMessages('account', 'security', 'own');

/** Layout of the account pages. Each page loads the user again, since it may be loaded alone. */
export const loader = async (args: LoaderFunctionArgs) => ({ user: await requireUser(args) });
/** Private: never cached. */
export const headers: HeadersFunction = () => ({ 'cache-control': 'no-store' });
export const meta: MetaFunction = ({ location: { pathname } }) => {
  const t = translatorOf(localeOf(pathname));
  return hiddenMeta(pathname, t('account.page_title', { page: t(pageAt(barePath(pathname)).name) }));
};

export default function Account() {
  const { user } = useLoaderData<typeof loader>();
  useRevalidateOnReturn(!user.email_verified);
  return (
    <AccountFrame email={user.email}>
      <StepUpProvider>
        <Outlet />
      </StepUpProvider>
    </AccountFrame>
  );
}
