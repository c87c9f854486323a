import { buttonLook, Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { isFinal, STATUS_GROUPS } from '#core/order/status.ts';
import { PageLinks } from '#web/layout/PageLinks.tsx';
import { usePolling } from '#web/loading/use-polling.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type OwnOrders, type Filters, KINDS } from './load-orders.ts';
import { OrderSlip } from './OrderSlip.tsx';
import { Form, Link } from 'react-router';
import { TextField } from '#ui/TextField.tsx';
import type { System } from '#web/catalogue/systems.ts';
import { SelectField } from '#ui/SelectField.tsx';

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

interface OrderFiltersProps {
  readonly filters: Filters;
  readonly systems: readonly System[];
}

/** Filters of the list: a GET form, so that a link, a reload and "back" show the same. */
function OrderFilters({ filters, systems }: OrderFiltersProps) {
  const { t, to } = useTranslation();
  const hasFilters = Object.keys(filters).length > 0;
  const { q: _, ...detailFilters } = filters;
  return (
    // Another URL remounts the form, whose uncontrolled fields then show its filters
    <Form key={JSON.stringify(filters)} noValidate method="get" role="search" className="grid gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          className="min-w-0 flex-1 basis-60"
          label={t('own.orders.search')}
          name="q"
          type="search"
          maxLength={254}
          defaultValue={filters.q}
          autoComplete="off"
        />
        <Button type="submit" className="min-h-12">
          {t('own.orders.find')}
        </Button>
      </div>
      <details className="group" open={Object.keys(detailFilters).length > 0}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm font-medium text-muted hover:text-ink">
          <svg viewBox="0 0 8 8" aria-hidden="true" className="size-2.5 group-open:rotate-90">
            <path d="M2 0l5 4-5 4z" fill="currentColor" />
          </svg>
          {t('own.orders.filters')}
        </summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t('own.orders.kind')}
            name="kind"
            value={filters.kind}
            options={KINDS.map((kind) => ({ value: kind, label: t(`own.orders.kinds.${kind}`) }))}
            all={t('own.orders.any_kind')}
          />
          <SelectField
            label={t('own.orders.state')}
            name="status_group"
            value={filters.status_group}
            options={STATUS_GROUPS.map((group) => ({ value: group, label: t(`own.orders.group.${group}`) }))}
            all={t('own.orders.any_state')}
          />
          <SelectField
            label={t('own.orders.system')}
            name="payment_system_id"
            value={filters.payment_system_id}
            options={systems.map(({ id, name }) => ({ value: id, label: name }))}
            all={t('own.orders.any_system')}
          />
          <TextField label={t('own.orders.from')} name="created_from" type="date" defaultValue={filters.created_from} />
          <TextField label={t('own.orders.to')} name="created_to" type="date" defaultValue={filters.created_to} />
        </div>
      </details>
      {hasFilters ? (
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={to('/account/orders')}>
            {t('own.orders.all')}
          </Link>
        </p>
      ) : null}
    </Form>
  );
}
