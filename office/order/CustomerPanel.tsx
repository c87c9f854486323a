import { orderNumber } from '#core/order/number.ts';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { type CustomerAttributes, type CustomerOrderAttributes, officeNoteCustomer } from '#contract/office/customers/customers.ts';
import { keys } from '#office/api/keys.ts';
import { clockTime } from '#office/format/moment.ts';
import { dollars } from '#office/format/figure.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { NoteForm } from '#office/notes/Notes.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

function OtherOrder({ order }: { readonly order: CustomerOrderAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <li>
      <p className="line">
        <Link className="figures" to={paths.order(order.id)}>
          {orderNumber(order.id)}
        </Link>
        <StatusBadge status={order.status} />
        <span className="dim">{clockTime(order.created_at, locale)}</span>
      </p>
      <p className="line">
        <Figures amount={order.income_amount} currency={order.income.currency_iso_code} /> ·{' '}
        <Figures amount={order.outcome_amount} currency={order.outcome.currency_iso_code} />
        <span className="dim">{order.same_by.map((by) => t(`office.customer.same.${by}`)).join(', ')}</span>
      </p>
    </li>
  );
}

export interface CustomerPanelProps {
  readonly id: string;
  readonly customer: CustomerAttributes;
}

/** How many other orders the customer has, by outcome. */
export function OutcomeCounts({ customer: { completed, refunded, failed, open, orders } }: Pick<CustomerPanelProps, 'customer'>) {
  const { t } = useTranslation();
  if (orders.length === 0) return t('office.customer.unknown');
  return Object.entries({ completed, refunded, failed, open })
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => t(`office.customer.${outcome}`, { count }))
    .join(' · ');
}

/** The customer of the order: results of other orders, notes. */
export function CustomerPanel({ id, customer }: CustomerPanelProps) {
  const { t, locale } = useTranslation();
  const { turnover_usd: turnover } = customer;
  return (
    <section className="sheet" aria-labelledby="customer-title">
      <h2 id="customer-title">{t('office.customer.title')}</h2>
      <p>
        <OutcomeCounts customer={customer} />
        {turnover === null || turnover === '0' ? null : ` · ${t('office.customer.turnover', { amount: dollars(turnover, locale) })}`}
        {customer.has_more ? ` · ${t('office.customer.more')}` : ''}
      </p>
      {customer.card_id === null ? null : (
        <Button component={Link} to={paths.customer(customer.card_id)} fullWidth justify="space-between" size="sm" variant="default">
          {t('office.customer.open_card')}
        </Button>
      )}
      {customer.notes.length === 0 ? null : (
        <ul className="list notes">
          {customer.notes.map((note) => (
            <li key={note.id}>
              <p className="note">{note.note}</p>
              <p className="dim">
                {note.author} · {clockTime(note.at, locale)}
                {note.audience === 'office' ? '' : ` · ${t(`office.customer.for.${note.audience}`)}`}
                {note.order_id === id ? null : (
                  <>
                    {' · '}
                    <Link to={paths.order(note.order_id)}>{orderNumber(note.order_id)}</Link>
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      <KeepWhileEditing when={customer.may_note.length > 0}>
        <NoteForm
          about={`customer-of:${id}`}
          label={t('office.customer.note')}
          submit={t('office.customer.keep')}
          audiences={customer.may_note}
          send={(note, call) => call(officeNoteCustomer, { params: { id }, body: note })}
          after={[keys.order(id)]}
        />
      </KeepWhileEditing>
      <ul className="list">
        {customer.orders.map((order) => (
          <OtherOrder key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}
