import { Link } from 'react-router';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';

/** The other orders that carry the very same cheque; nothing where there are none. */
export function SameCheque({ orders }: { readonly orders: readonly string[] }) {
  const { t } = useWords();
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

/** The same warning where the decision is taken: whoever presses has not always scrolled to the cheques. */
export function ChequeWarning({ order }: { readonly order: OfficeOrderAttributes }) {
  return <SameCheque orders={[...new Set(order.cheques.flatMap((cheque) => cheque.also_on_orders))]} />;
}
