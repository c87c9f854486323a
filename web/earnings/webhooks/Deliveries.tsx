import { Link } from 'react-router';
import { DELIVERY_STATES } from '#contract/partner/webhooks.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { type WebhooksData, type Delivery, WEBHOOKS } from '#web/earnings/webhooks/load-webhooks.ts';
import { outcomeWords } from '#web/earnings/webhooks/outcome-words.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageLinks } from '#web/layout/PageLinks.tsx';
import { Part } from '#web/layout/Part.tsx';

type DeliveriesProps = Pick<WebhooksData, 'deliveries' | 'state' | 'page' | 'pages'>;

/** Deliveries, newest first. */
export function Deliveries({ deliveries, state, page, pages }: DeliveriesProps) {
  const { t } = useTranslation();
  return (
    <Part title={t('webhooks.deliveries.title')} hint={t('webhooks.deliveries.hint')}>
      <nav aria-label={t('webhooks.deliveries.which')}>
        <ul className="flex flex-wrap gap-2">
          {[null, ...DELIVERY_STATES].map((choice) => (
            <li key={choice}>
              <Link
                to={choice === null ? '?' : `?state=${choice}`}
                preventScrollReset
                aria-current={choice === state ? 'true' : undefined}
                className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm whitespace-nowrap text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {t(`webhooks.state.${choice ?? 'all'}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {deliveries.length > 0 ? null : state === null ? (
        <p className="text-muted">{t('webhooks.deliveries.none')}</p>
      ) : (
        <p className="text-muted">
          {t('webhooks.deliveries.none_such')}{' '}
          <Link className="link" to="?" preventScrollReset>
            {t('webhooks.deliveries.to_all')}
          </Link>
        </p>
      )}
      <ul className="grid divide-y divide-line empty:hidden">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <PageLinks
        page={page}
        pages={pages}
        label={t('webhooks.deliveries.pages')}
        texts={{
          newer: t('webhooks.deliveries.newer'),
          older: t('webhooks.deliveries.older'),
          position: t('webhooks.deliveries.page_of', { page, pages }),
        }}
      />
    </Part>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { locale, t, to } = useTranslation();
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 text-sm sm:grid-cols-[1fr_auto]">
      <p className="min-w-0">
        <Link className="link figures inline-flex min-h-11 items-center font-medium wrap-anywhere" to={to(`${WEBHOOKS}/${delivery.id}`)}>
          {delivery.event}
        </Link>
        {delivery.order_id === null ? null : <span className="figures block wrap-anywhere text-muted">{delivery.order_id}</span>}
      </p>
      <p className="sm:text-right">
        <span className={delivery.state === 'failed' ? 'text-loss' : ''}>{outcomeWords(t, delivery)}</span>
        <span className="block text-muted">
          {formatDateTime(delivery.created_at, locale)}, {t('webhooks.deliveries.attempts', { count: delivery.attempts })}
        </span>
      </p>
    </li>
  );
}
