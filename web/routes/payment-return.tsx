import { useEffect } from 'react';
import { Link, useLoaderData, type HeadersFunction, type MetaFunction } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { usePolling } from '#web/loading/use-polling.ts';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { storeProviderReturn } from '#web/order/provider-page.ts';
import { loadPaymentReturn } from '#web/order/load-payment-return.ts';
import { FailurePage } from '#web/layout/FailurePage.tsx';

await loadMessages('order');

const POLL_MS = 3_000;

export const loader = loadPaymentReturn;
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const responseHeaders = new Headers(loaderHeaders);
  responseHeaders.set('x-robots-tag', 'noindex');
  return responseHeaders;
};
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) =>
  titledHiddenMeta(location.pathname, loaderData === undefined ? 'shell.no_order.title' : `order.return.${loaderData.message}.title`);

/** Without the order's key the page says where to find it. */
export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <FailurePage error={error} subject="order" />;
}

/** Page after the provider's page: shows what the order's status says about the payment. */
export default function PaymentReturn() {
  const { message, id, isOpen } = useLoaderData<typeof loader>();
  const { t, to } = useTranslation();
  usePolling(isOpen, POLL_MS);
  useEffect(() => storeProviderReturn(id, message === 'success'), [id, message]);
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <div aria-live="polite">
        <h1 className="text-2xl font-semibold text-balance">{t(`order.return.${message}.title`)}</h1>
        <p className="mt-3 mb-8 text-lg leading-7 text-muted">{t(`order.return.${message}.text`)}</p>
      </div>
      <Link to={to(`/order/${id}`)} className={buttonLook('action')}>
        {t('order.return.open')}
      </Link>
    </div>
  );
}
