import { Link } from 'react-router';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Links to other orders with the same cheque. */
export function DuplicateCheque({ orders }: { readonly orders: readonly string[] }) {
  const { t } = useTranslation();
  if (orders.length === 0) return null;
  return (
    <p className="problem">
      {t('office.order.cheque_twice')}{' '}
      {orders.map((id) => (
        <Link key={id} to={paths.order(id)}>
          {id}
        </Link>
      ))}
    </p>
  );
}

/** The same warning next to the actions: the cheques themselves are further down. */
export function ChequeWarning({ order }: { readonly order: OfficeOrderAttributes }) {
  return <DuplicateCheque orders={[...new Set(order.cheques.flatMap((cheque) => cheque.also_on_orders))]} />;
}
