import { Button } from '@mantine/core';
import { type CustomerCardAttributes, officeRevealCustomerRequisites } from '#contract/office/customers/customer-desk.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { problemMessage } from '#office/api/call-failure.ts';
import { useCommand } from '#office/api/use-command.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { Figures } from '#office/components/Figures.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CARD_QUERIES } from './PersonPart.tsx';

type Order = CustomerCardAttributes['orders'][number];

interface SideProps {
  readonly id: string;
  readonly order: Order;
  readonly side: 'income' | 'outcome';
}

/** Requisites of one side, masked; shown whole to operators who may, which is audited. */
function Side({ id, order, side }: SideProps) {
  const { t } = useTranslation();
  const mayReveal = useOperator().actions.includes('reveal_customers');
  const masked = order[`${side}_requisites`];
  const reveal = useCommand(officeRevealCustomerRequisites, { after: CARD_QUERIES, isKeyed: false });
  const revealed = reveal.result?.data.attributes.requisites.map(({ label, value }) => `${label}: ${value}`);
  if (masked.length === 0) return null;
  return (
    <p className="line">
      <span className="dim">{order[side].name}</span>
      <span className="code" translate="no">
        {(revealed ?? masked).join(' · ')}
      </span>
      {mayReveal && revealed === undefined ? (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={reveal.isPending}
          onClick={() => reveal.run({ params: { id, order_id: order.id, side } })}
        >
          {t('customers_desk.reveal')}
        </Button>
      ) : null}
      {reveal.error !== null ? (
        <span className="problem" role="alert">
          {problemMessage(reveal.error, t)}
        </span>
      ) : null}
    </p>
  );
}

/** The customer's orders, newest first: amounts, requisites, network address. */
export function OrdersPart({ id, card }: { readonly id: string; readonly card: CustomerCardAttributes }) {
  const { t, locale } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="customer-orders">
      <h2 id="customer-orders">{t('customers_desk.orders')}</h2>
      {card.orders.length === 0 ? <p className="dim">{t('customers_desk.no_orders')}</p> : null}
      <ul className="list">
        {card.orders.map((order) => (
          <li key={order.id}>
            <p className="line">
              <OrderNumber id={order.id} to={paths.order(order.id)} />
              <StatusBadge status={order.status} />
              <Figures amount={order.income_amount} currency={order.income.currency_iso_code} /> →{' '}
              <Figures amount={order.outcome_amount} currency={order.outcome.currency_iso_code} />
              <span className="dim">{clockTime(order.created_at, locale)}</span>
            </p>
            <Side id={id} order={order} side="income" />
            <Side id={id} order={order} side="outcome" />
            <p className="dim" translate="no">
              {[order.email === card.email ? null : order.email, order.network].filter((text) => text !== null).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
