import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { forgetOpenOrderCookie, openOrderIn } from '#contract/visit-cookies.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { isOpen, type Order } from '#web/order/order.ts';
import { useLiveOrder } from '#web/order/use-live-order.ts';

const forget = (): void => {
  document.cookie = forgetOpenOrderCookie(globalThis.location.protocol === 'https:');
};

/** The order of the cookie, as the server rendered it; asked again when the visitor returns to this tab. */
function useOpenOrder(initialOrder: Order | null): Order | null {
  const { locale } = useTranslation();
  const [order, setOrder] = useState(initialOrder);
  useEffect(() => {
    const refresh = async () => {
      const id = openOrderIn(document.cookie);
      if (document.visibilityState !== 'visible' || id === order?.id) return;
      if (id === undefined) return setOrder(null);
      const { loadOpenOrder } = await import('./open-order.ts');
      const opened = await loadOpenOrder(browserTransport(locale), document.cookie);
      if (opened === 'ended') forget();
      setOrder(opened === 'ended' ? null : opened);
    };
    const onReturn = () => void refresh().catch(() => undefined);
    document.addEventListener('visibilitychange', onReturn);
    globalThis.addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      globalThis.removeEventListener('focus', onReturn);
    };
  }, [locale, order]);
  return order;
}

/** A link to the order that waits for this visitor. It is gone in every tab when the order waits no more. */
export function ContinueOrder({ initialOrder }: { readonly initialOrder: Order | null }) {
  const order = useOpenOrder(initialOrder);
  return order === null ? null : <OpenOrderLink key={order.id} initialOrder={order} />;
}

function OpenOrderLink({ initialOrder }: { readonly initialOrder: Order }) {
  const { t, to } = useTranslation();
  const { order } = useLiveOrder(initialOrder);
  const isGone = !isOpen(order);
  useEffect(() => {
    if (isGone && openOrderIn(document.cookie) === order.id) forget();
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
