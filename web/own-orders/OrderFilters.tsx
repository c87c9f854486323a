import { Form, Link } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { STATUS_GROUPS } from '#core/order/status.ts';
import type { System } from '#web/catalogue/systems.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Filters, KINDS } from '#web/own-orders/load-orders.ts';

interface OrderFiltersProps {
  readonly filters: Filters;
  readonly systems: readonly System[];
}

/** Filters of the list: a GET form, so that a link, a reload and "back" show the same. */
export function OrderFilters({ filters, systems }: OrderFiltersProps) {
  const { t, to } = useTranslation();
  const hasFilters = Object.keys(filters).length > 0;
  const { q: _, ...detailFilters } = filters;
  return (
    // A new address makes a new form, whose uncontrolled fields show what the address says
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
