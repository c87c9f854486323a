import { useEffect, useRef } from 'react';
import { Link, useLoaderData, useParams, type HeadersFunction, type MetaFunction } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { loadPayment } from '#web/order/load-payment.ts';

await loadMessages('order');

export const loader = loadPayment;
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = ({ location }) => [
  { title: translatorOf(localeOf(location.pathname))('order.pay.title') },
  { name: 'robots', content: 'noindex' },
];

/** Who comes back from the provider by the browser's button is not sent there again. */
const isFirstVisit = (): boolean =>
  globalThis.performance.getEntriesByType('navigation').every((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/** The last page of ours before the provider's: it sends the order's form there by itself, or by its button. */
export default function OrderPay() {
  const payment = useLoaderData<typeof loader>();
  const { id = '' } = useParams();
  const { t, to } = useWords();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isFirstVisit()) form.current?.requestSubmit();
  }, []);
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <h1 className="text-2xl font-semibold text-balance">{t('order.pay.title')}</h1>
      <p className="mt-3 mb-8 text-lg leading-7 text-muted">{t('order.pay.text', { host: payment.host })}</p>
      <form ref={form} action={payment.action} method={payment.method} className="mb-6">
        {Object.entries(payment.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className={`${buttonLook('action')} w-full`}>
          {t('order.go_pay')}
        </button>
      </form>
      <Link to={to(`/order/${id}`)} className="link">
        {t('order.pay.back')}
      </Link>
    </div>
  );
}
