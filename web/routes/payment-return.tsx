import { useEffect } from 'react';
import { Link, useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { usePolling } from '#web/loading/use-polling.ts';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { storeProviderReturn } from '#web/order/provider-return.ts';
import { loadReturn } from '#web/order/returned.ts';
import { FailurePage } from '#web/layout/FailurePage.tsx';

await loadMessages('order');

const LOOK_EVERY_MS = 3_000;

export const loader = loadReturn;
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const all = new Headers(loaderHeaders);
  all.set('x-robots-tag', 'noindex');
  return all;
};
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) =>
  titledHiddenMeta(location.pathname, loaderData === undefined ? 'shell.no_order.title' : `order.return.${loaderData.returned}.title`);

/** Without the order's key: says where to find it. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} subject="order" />;
}

/** Back from the provider's page: what the order knows of the payment, and nothing that only the address says. */
export default function PaymentReturn() {
  const { returned, id, isOpen } = useLoaderData<typeof loader>();
  const { t, to } = useTranslation();
  usePolling(isOpen, LOOK_EVERY_MS);
  useEffect(() => storeProviderReturn(id, returned === 'success'), [id, returned]);
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <div aria-live="polite">
        <h1 className="text-2xl font-semibold text-balance">{t(`order.return.${returned}.title`)}</h1>
        <p className="mt-3 mb-8 text-lg leading-7 text-muted">{t(`order.return.${returned}.text`)}</p>
      </div>
      <Link to={to(`/order/${id}`)} className={buttonLook('action')}>
        {t('order.return.open')}
      </Link>
    </div>
  );
}
