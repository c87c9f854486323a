import { Link } from 'react-router';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { CustomerAttributes } from '#contract/office/customers/customers.ts';
import { orderNumber } from '#core/order/number.ts';
import { subjectTypeOf } from '#core/staff/approval.ts';
import { Figures } from '#office/components/Figures.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { MoneyFacts } from '#office/order/DecisionStrip.tsx';
import { useCustomer, useOrder } from '#office/order/use-order.ts';
import { paths } from '#office/paths.ts';

/** Id of the order that an open proposal concerns. */
export const orderOf = ({ state, kind, payload, subject }: ApprovalAttributes): string | undefined =>
  state === 'open' && subjectTypeOf(kind, payload) === 'order' ? subject : undefined;

/** Earlier orders shown; the customer's page has all. */
const MAX_EARLIER = 5;

function EarlierOrders({ customer: { orders } }: { readonly customer: CustomerAttributes }) {
  const { t, locale } = useTranslation();
  if (orders.length === 0) return <p className="dim">{t('office.approvals.no_earlier')}</p>;
  return (
    <>
      <h3>{t('office.approvals.earlier')}</h3>
      <ul className="list">
        {orders.slice(0, MAX_EARLIER).map((order) => (
          <li key={order.id} className="line">
            <Link className="figures" to={paths.order(order.id)}>
              {orderNumber(order.id)}
            </Link>
            <StatusBadge status={order.status} />
            <span className="figures">
              <Figures amount={order.income_amount} currency={order.income.currency_iso_code} /> →{' '}
              <Figures amount={order.outcome_amount} currency={order.outcome.currency_iso_code} />
            </span>
            <span className="dim">{clockTime(order.created_at, locale)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The order that an open proposal concerns: its money and its customer's earlier orders. */
export function ProposedOrder({ id }: { readonly id: string }) {
  const order = useOrder(id);
  const customer = useCustomer(id);
  if (order.data === undefined) return null;
  return (
    <>
      <MoneyFacts order={order.data.order} serverOffsetMs={order.data.serverOffsetMs} />
      {customer.data === undefined ? null : <EarlierOrders customer={customer.data} />}
    </>
  );
}
