import { useEffect } from 'react';
import { useActionData, useLoaderData, useRouteLoaderData, useSearchParams, type HeadersFunction, type MetaFunction } from 'react-router';
import { hiddenMeta } from '#web/head/hidden-meta.ts';
import { loadOrder } from '#web/order/load-order.ts';
import { orderAction } from '#web/order/order-action.ts';
import { forgetOrderToOpen } from '#web/order/order-to-open.ts';
import { OrderPage } from '#web/order/OrderPage.tsx';
import type { loader as rootLoader } from '#web/root.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { FailurePage } from '#web/layout/FailurePage.tsx';

await loadMessages('order', 'status');

export const loader = loadOrder;
export const action = orderAction;
/** Proof of payment is private: never cached. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
/** The page updates the order itself. */
export const shouldRevalidate = ({ currentParams, nextParams }: { currentParams: { id?: string }; nextParams: { id?: string } }) =>
  currentParams.id !== nextParams.id;

/** The page renders its own title, which contains the status. */
export const meta: MetaFunction = ({ location }) => hiddenMeta(location.pathname);

/** Without the order's key the page says where to find it. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} subject="order" />;
}

export default function OrderRoute() {
  const opened = useLoaderData<typeof loader>();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const rejectedAction = useActionData<typeof action>();
  const [query] = useSearchParams();
  useEffect(forgetOrderToOpen, []);
  const [isNew, isAccountCreated] = [query.has('new'), query.has('kept')];
  useEffect(() => {
    if (isNew || isAccountCreated) globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname);
  }, [isNew, isAccountCreated]);
  return (
    <OrderPage
      key={opened.order.id}
      {...opened}
      rejectedAction={rejectedAction}
      mode={site?.mode ?? 'production'}
      isNew={isNew ? 'yes' : 'no'}
      isAccountCreated={isAccountCreated && site?.isSignedIn === true}
    />
  );
}
