import { Link } from 'react-router';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { OpenOrder } from './order-failure.ts';
import type { System } from '#web/catalogue/systems.ts';

/** Links to the customer's open orders, to pay or cancel them. */
export function OpenOrders({ orders, systems }: { readonly orders: readonly OpenOrder[]; readonly systems: readonly System[] }) {
  const { t, to, locale } = useTranslation();
  if (orders.length === 0) return null;
  const amountOf = (code: string, amount: string): string => {
    const system = systems.find(({ id }) => id === code);
    return system === undefined ? amount : formatMoney(amount, system, locale);
  };
  return (
    <ul className="figures grid gap-1 text-base">
      {orders.map((order) => (
        <li key={order.id}>
          <Link className="link inline-flex min-h-11 items-center" to={to(`/order/${order.id}`)}>
            {t('exchange.form.open_order', {
              given: amountOf(order.payment_system_from_id, order.income_amount),
              got: amountOf(order.payment_system_to_id, order.outcome_amount),
            })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
