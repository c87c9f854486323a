import { data, Link, useLoaderData, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { buttonLook } from '#ui/Button.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { isKeyText } from '#web/order/order-key.ts';

await loadMessages('order');

const OUTCOMES = ['success', 'failure'] as const;

/** Where a provider's page sends the customer back to; what really happened is on the order's page. */
export function loader({ params }: LoaderFunctionArgs) {
  const outcome = OUTCOMES.find((one) => one === params['outcome']);
  const id = params['id'] ?? '';
  if (outcome === undefined || !isKeyText(id)) throw data(null, { status: 404 });
  return { outcome, id };
}

export const headers: HeadersFunction = () => ({ 'x-robots-tag': 'noindex' });
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => [
  { title: translatorOf(localeOf(location.pathname))(`order.return.${loaderData?.outcome ?? 'failure'}.title`) },
  { name: 'robots', content: 'noindex' },
];

export default function PaymentReturn() {
  const { outcome, id } = useLoaderData<typeof loader>();
  const { t, to } = useWords();
  return (
    <div className="mx-auto max-w-xl px-4 py-20 sm:px-6">
      <h1 className="text-2xl font-semibold text-balance">{t(`order.return.${outcome}.title`)}</h1>
      <p className="mt-3 mb-8 text-lg leading-7 text-muted">{t(`order.return.${outcome}.text`)}</p>
      <Link to={to(`/order/${id}`)} className={buttonLook('action')}>
        {t('order.return.open')}
      </Link>
    </div>
  );
}
