import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { type CustomerCardAttributes, officeRevealCustomerRequisites } from '#contract/office-customer-desk.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { Figures } from '#office/pieces/Figures.tsx';
import { StatusBadge } from '#office/pieces/StatusBadge.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { useCardDeed } from './use-card-deed.ts';

type Order = CustomerCardAttributes['orders'][number];

interface SideProps {
  readonly id: string;
  readonly order: Order;
  readonly side: 'income' | 'outcome';
}

/** Requisites of one side, masked; opened whole by those who may, which is written down. */
function Side({ id, order, side }: SideProps) {
  const api = useApi();
  const { t } = useWords();
  const mayReveal = useOperator().actions.includes('reveal_customers');
  const [whole, setWhole] = useState<readonly string[]>();
  const masked = order[`${side}_requisites`];
  const revealing = useCardDeed(
    async (_: null, idempotencyKey) => {
      const answer = await api(officeRevealCustomerRequisites, { params: { id, order_id: order.id, side }, idempotencyKey });
      setWhole(answer.data.attributes.requisites.map(({ label, value }) => `${label}: ${value}`));
    },
    () => undefined,
  );
  if (masked.length === 0) return null;
  return (
    <p className="line">
      <span className="dim">{order[side].name}</span>
      <span className="code" translate="no">
        {(whole ?? masked).join(' · ')}
      </span>
      {mayReveal && whole === undefined ? (
        <Button size="compact-sm" variant="subtle" loading={revealing.isPending} onClick={() => revealing.mutate(null)}>
          {t('customers_desk.reveal')}
        </Button>
      ) : null}
      {revealing.isError ? (
        <span className="problem" role="alert">
          {problemWords(revealing.error, t)}
        </span>
      ) : null}
    </p>
  );
}

/** His orders, newest first: what came and went, with which requisites, from where. */
export function OrdersPart({ id, card }: { readonly id: string; readonly card: CustomerCardAttributes }) {
  const { t, locale } = useWords();
  return (
    <section className="sheet" aria-labelledby="customer-orders">
      <h2 id="customer-orders">{t('customers_desk.orders')}</h2>
      {card.orders.length === 0 ? <p className="dim">{t('customers_desk.no_orders')}</p> : null}
      <ul className="list">
        {card.orders.map((order) => (
          <li key={order.id}>
            <p className="line">
              <Link className="figures" to={paths.order(order.id)}>
                {order.id}
              </Link>
              <StatusBadge status={order.status} />
              <Figures amount={order.income_amount} currency={order.income.currency_iso_code} /> →{' '}
              <Figures amount={order.outcome_amount} currency={order.outcome.currency_iso_code} />
              <span className="dim">{clockTime(order.created_at, locale)}</span>
            </p>
            <Side id={id} order={order} side="income" />
            <Side id={id} order={order} side="outcome" />
            <p className="dim" translate="no">
              {[order.email === card.email ? null : order.email, order.network].filter((one) => one !== null).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
