import { Link, useRevalidator } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { useLookAgain } from '#web/account/use-look-again.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { Deliveries } from './Deliveries.tsx';
import type { OwnWebhooks } from './load-webhooks.ts';
import { Webhooks } from './Webhooks.tsx';

/** Often while something is on its way, else now and then. */
const [SOON_MS, LATER_MS] = [2_000, 10_000];

/** Servers that are told of orders which came by somebody's programs, and what they were told. */
export function WebhooksPage(own: OwnWebhooks) {
  const { t, to } = useWords();
  const { revalidate } = useRevalidator();
  const isMoving = own.deliveries.some(({ state }) => state === 'pending');
  useLookAgain(own.webhooks.length > 0, isMoving ? SOON_MS : LATER_MS);
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
        {own.isVerified ? null : <Notice tone="time">{t('webhooks.verify_first')}</Notice>}
      </div>
      <Webhooks webhooks={own.webhooks} isVerified={own.isVerified} onChanged={onChanged} />
      <Deliveries {...own} />
    </div>
  );
}
