import { Link, useRevalidator } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { usePolling } from '#web/loading/use-polling.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Deliveries } from '#web/earnings/webhooks/Deliveries.tsx';
import type { WebhooksData } from '#web/earnings/webhooks/load-webhooks.ts';
import { Webhooks } from '#web/earnings/webhooks/Webhooks.tsx';

/** Refresh intervals, with and without pending deliveries. */
const [PENDING_POLL_MS, IDLE_POLL_MS] = [2_000, 10_000];

/** The partner's webhooks and their deliveries. */
export function WebhooksPage(loaded: WebhooksData) {
  const { t, to } = useTranslation();
  const { revalidate } = useRevalidator();
  const hasPending = loaded.deliveries.some(({ state }) => state === 'pending');
  usePolling(loaded.webhooks.length > 0, hasPending ? PENDING_POLL_MS : IDLE_POLL_MS);
  const onChanged = () => void revalidate();
  return (
    <div className="grid gap-8">
      <div className="grid max-w-prose gap-3">
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={to('/account/earnings/api')}>
            {t('webhooks.to_keys')}
          </Link>
        </p>
        <h2 className="text-xl font-semibold">{t('webhooks.title')}</h2>
        <p className="text-muted">{t('webhooks.lead')}</p>
        {loaded.isVerified ? null : <Notice tone="time">{t('webhooks.verify_first')}</Notice>}
      </div>
      <Webhooks webhooks={loaded.webhooks} isVerified={loaded.isVerified} onChanged={onChanged} />
      <Deliveries {...loaded} />
    </div>
  );
}
