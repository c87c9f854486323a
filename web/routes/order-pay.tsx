import { useEffect, useRef } from 'react';
import { Link, useLoaderData, useParams, type HeadersFunction, type MetaFunction } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { titledHiddenMeta } from '#web/head/hidden-meta.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { loadPayment, type Payment } from '#web/order/load-payment.ts';
import { takePayPress } from '#web/order/provider-page.ts';

await loadMessages('order');

export const loader = loadPayment;
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = ({ location }) => titledHiddenMeta(location.pathname, 'order.pay.title');

/** Last page before the provider's. Submits the payment form at once if the customer has just pressed "pay", else by a button. */
export default function OrderPay() {
  const payment = useLoaderData<typeof loader>();
  const { id = '' } = useParams();
  const { t, to } = useTranslation();
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <h1 className="text-2xl font-semibold text-balance">{t('order.pay.title')}</h1>
      {payment === null ? (
        <div className="my-8">
          <Notice tone="loss">{t('order.form_failed')}</Notice>
        </div>
      ) : (
        <PaymentForm id={id} payment={payment} />
      )}
      <Link to={to(`/order/${id}`)} className="link">
        {t('order.pay.back')}
      </Link>
    </div>
  );
}

/** Redirects to the payment only after a press on the order's page or here, not by a link or the browser's back button. */
function PaymentForm({ id, payment }: { readonly id: string; readonly payment: Payment }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Submitted before the page has loaded, the form would replace this page's history entry
    const send = () => void setTimeout(() => takePayPress(id) && form.current?.requestSubmit());
    if (document.readyState === 'complete') return send();
    globalThis.addEventListener('load', send, { once: true });
    return () => globalThis.removeEventListener('load', send);
  }, [id]);
  return (
    <>
      <p className="mt-3 mb-8 text-lg leading-7 text-muted">{t('order.pay.text', { host: payment.host })}</p>
      <CheckedForm ref={form} action={payment.action} method={payment.method} className="mb-6">
        {Object.entries(payment.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={`${buttonLook('action')} w-full`}>
          {t('order.go_pay')}
        </button>
      </CheckedForm>
    </>
  );
}
