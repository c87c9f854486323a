import { useEffect } from 'react';
import { Link } from 'react-router';
import { openOrderIn } from '#contract/visit-cookies.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { isOpen, type Order } from '#web/order/order.ts';
import { useLiveOrder } from '#web/order/use-live-order.ts';
import { forgetOpenOrder } from './forget-open-order.ts';

/** A link to the order that waits for this visitor. It is gone in every tab when the order waits no more. */
export function ContinueOrder({ initialOrder }: { readonly initialOrder: Order }) {
  const { t, to } = useTranslation();
  const { order } = useLiveOrder(initialOrder);
  const isGone = !isOpen(order);
  useEffect(() => {
    if (isGone && openOrderIn(document.cookie) === order.id) forgetOpenOrder();
  }, [isGone, order.id]);
  if (isGone) return null;
  return (
    <p className="mb-2">
      <Link className="link figures inline-flex min-h-11 items-center font-semibold" to={to(`/order/${order.id}`)}>
        {t('exchange.continue_order', { number: order.number })}
      </Link>
    </p>
  );
}
