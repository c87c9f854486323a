import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { isFinal } from '#core/order/status.ts';
import { PageLinks } from '#web/layout/PageLinks.tsx';
import { usePolling } from '#web/loading/use-polling.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { OwnOrders } from '#web/own-orders/load-orders.ts';
import { OrderFilters } from '#web/own-orders/OrderFilters.tsx';
import { OrderSlip } from '#web/own-orders/OrderSlip.tsx';

/** Refresh of the list while an order is open; the order's own page is updated at once. */
const POLL_MS = 10_000;

/** The customer's orders: search, open, repeat. */
export function OwnOrdersPage({ orders, systems, filters, page, pages, total }: OwnOrders) {
  const { t, to } = useTranslation();
  const hasFilters = Object.keys(filters).length > 0;
  usePolling(
    orders.some(({ status }) => !isFinal(status)),
    POLL_MS,
  );
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('own.orders.title')}</h1>
      {total === 0 && !hasFilters ? null : <OrderFilters filters={filters} systems={systems} />}
      <p role="status" className="figures text-sm text-muted">
        {total === 0 ? '' : t('own.orders.found', { count: total })}
      </p>
      {orders.length > 0 ? (
        <ul className="grid gap-5">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderSlip order={order} systems={systems} />
            </li>
          ))}
        </ul>
      ) : (
        <Notice title={t(hasFilters ? 'own.orders.none_found' : 'own.orders.none')}>
          <p>{t(hasFilters ? 'own.orders.none_found_text' : 'own.orders.none_text')}</p>
          {hasFilters ? null : (
            <p className="mt-3">
              <a className={buttonLook('plain')} href={to('/')}>
                {t('own.orders.exchange')}
              </a>
            </p>
          )}
        </Notice>
      )}
      <PageLinks
        page={page}
        pages={pages}
        label={t('own.orders.pages')}
        texts={{ newer: t('own.orders.newer'), older: t('own.orders.older'), position: t('own.orders.page_of', { page, pages }) }}
      />
    </div>
  );
}
