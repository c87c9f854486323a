import { Link, useRevalidator } from 'react-router';
import { replayWebhookDelivery } from '#contract/partner/webhooks.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button } from '#ui/Button.tsx';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { useAction } from '#web/api/use-action.ts';
import { Part } from '#web/layout/Part.tsx';
import { usePolling } from '#web/loading/use-polling.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type DeliveryDetails, WEBHOOKS } from '#web/earnings/webhooks/load-webhooks.ts';
import { answerWords, outcomeWords } from '#web/earnings/webhooks/outcome-words.ts';

const POLL_MS = 2_000;

/** The body with line breaks and indentation; it was sent without. */
function prettyPrint(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** One delivery: its body, its attempts, and a button to send it again. */
export function DeliveryPage({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { locale, t, to } = useTranslation();
  const api = useAccountCall();
  const action = useAction();
  const { revalidate } = useRevalidator();
  usePolling(delivery.state === 'pending', POLL_MS);
  const replay = () => void action.run(() => api(replayWebhookDelivery, { params: { id: delivery.id } })).finally(() => void revalidate());
  const facts = [
    ['url', delivery.url],
    ['order', delivery.order_id ?? t('webhooks.delivery.no_order')],
    ['event_id', delivery.event_id],
    ['sequence', String(delivery.sequence)],
    ['created', formatDateTime(delivery.created_at, locale)],
    ...(delivery.next_at === null ? [] : [['next', formatDateTime(delivery.next_at, locale)] as const]),
  ] as const;
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={to(WEBHOOKS)}>
            {t('webhooks.delivery.back')}
          </Link>
        </p>
        <h2 className="figures text-xl font-semibold wrap-anywhere">{delivery.event}</h2>
        <p role="status" className={delivery.state === 'failed' ? 'text-loss' : ''}>
          {outcomeWords(t, delivery)}
        </p>
        <dl className="figures grid max-w-2xl gap-1 text-sm leading-6">
          {facts.map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{t(`webhooks.delivery.${name}`)}</dt>
              <dd className="wrap-anywhere select-all">{value}</dd>
            </div>
          ))}
        </dl>
        <Button className="justify-self-start" disabled={action.isBusy} onClick={replay}>
          {t(delivery.state === 'pending' ? 'webhooks.delivery.send_now' : 'webhooks.delivery.replay')}
        </Button>
        {action.problem === undefined ? null : (
          <p role="alert" className="text-sm text-loss">
            {action.problem}
          </p>
        )}
      </div>
      <Part title={t('webhooks.delivery.tries')}>
        {delivery.tries.length === 0 ? <p className="text-muted">{t('webhooks.delivery.no_tries')}</p> : null}
        <ol className="grid max-w-2xl divide-y divide-line empty:hidden">
          {delivery.tries.map(({ number, at, status, error, ms, answer }) => (
            <li key={number} className="grid gap-1 py-3 text-sm">
              <p className="figures flex flex-wrap justify-between gap-x-4">
                <span>{formatDateTime(at, locale)}</span>
                <span>
                  {answerWords(t, status, error)}, {t('webhooks.delivery.ms', { ms })}
                </span>
              </p>
              {answer === '' ? null : (
                <pre className="rounded-tray bg-well p-3 whitespace-pre-wrap wrap-anywhere" translate="no">
                  {answer}
                </pre>
              )}
            </li>
          ))}
        </ol>
      </Part>
      <Part title={t('webhooks.delivery.body')} hint={t('webhooks.delivery.body_hint')}>
        <pre className="figures max-w-2xl rounded-tray bg-well p-3 text-sm whitespace-pre-wrap wrap-anywhere" translate="no">
          {prettyPrint(delivery.body)}
        </pre>
      </Part>
    </div>
  );
}
