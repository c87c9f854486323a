import { useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { hiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { FailurePage } from '#web/layout/FailurePage.tsx';
import { loadWithdrawal } from '#web/withdrawals/withdrawal-routes.ts';
import { WithdrawalPage } from '#web/withdrawals/WithdrawalPage.tsx';

await loadMessages('withdrawal', 'order', 'own');

export const loader = loadWithdrawal;
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
/** The page updates the withdrawal itself. */
export const shouldRevalidate = ({ currentParams, nextParams }: { currentParams: { id?: string }; nextParams: { id?: string } }) =>
  currentParams.id !== nextParams.id;
export const meta: MetaFunction = ({ location }) => hiddenMeta(location.pathname);

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} subject="page" />;
}

export default function WithdrawalRoute() {
  const opened = useLoaderData<typeof loader>();
  return <WithdrawalPage key={opened.order.id} {...opened} />;
}
