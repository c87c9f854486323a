import { useEffect } from 'react';
import { useLoaderData, useRouteLoaderData, useSearchParams, type HeadersFunction, type MetaFunction } from 'react-router';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { loadOrder } from '#web/order/load-order.ts';
import { OrderPage } from '#web/order/OrderPage.tsx';
import type { loader as rootLoader } from '#web/root.tsx';

export const loader = loadOrder;
/** A slip is nobody else's business: no cache keeps it. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
/** The page follows the order itself. */
export const shouldRevalidate = ({ currentParams, nextParams }: { currentParams: { id?: string }; nextParams: { id?: string } }) =>
  currentParams.id !== nextParams.id;

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  const t = translatorOf(localeOf(location.pathname));
  return [{ title: t('web.order.page_title', { id: loaderData?.order.id.slice(0, 6) ?? '' }) }, { name: 'robots', content: 'noindex' }];
};

export default function OrderRoute() {
  const opened = useLoaderData<typeof loader>();
  const site = useRouteLoaderData<typeof rootLoader>('root');
  const [query] = useSearchParams();
  const isNew = query.has('new');
  useEffect(() => {
    if (isNew) globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname);
  }, [isNew]);
  return <OrderPage key={opened.order.id} {...opened} mode={site?.mode ?? 'production'} fresh={isNew ? 'yes' : 'no'} />;
}
