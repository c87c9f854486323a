import { Link, useRevalidator } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { WEBHOOKS } from '#web/earnings/webhooks/load-webhooks.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ApiOrders } from '#web/earnings/api/ApiOrders.tsx';
import { Keys } from '#web/earnings/api/Keys.tsx';
import type { PartnerApi } from '#web/earnings/api/load-api.ts';
import { Quotas } from '#web/earnings/api/Quotas.tsx';

/** The partner API: keys, quotas, and orders created by keys. */
export function ApiPage({ isVerified, keys, partner, mode, orders, systemNames, page, pages }: PartnerApi) {
  const { t, to } = useTranslation();
  const { revalidate } = useRevalidator();
  return (
    <div className="grid gap-8">
      <div className="grid max-w-prose gap-3">
        <p className="text-muted">{t('partner_api.lead')}</p>
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={to('/developers')}>
            {t('partner_api.documentation')}
          </Link>
        </p>
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={to(WEBHOOKS)}>
            {t('partner_api.webhooks')}
          </Link>
        </p>
        {partner.is_suspended ? (
          <Notice tone="loss" title={t('partner_api.suspended')}>
            {partner.suspended_reason}
          </Notice>
        ) : null}
      </div>
      <Keys keys={keys} modes={partner.modes} isVerified={isVerified} onChanged={() => void revalidate()} />
      <Quotas partner={partner} />
      <ApiOrders modes={partner.modes} mode={mode} orders={orders} systemNames={systemNames} page={page} pages={pages} />
    </div>
  );
}
