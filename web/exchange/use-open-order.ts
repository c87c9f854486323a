import { useEffect, useState } from 'react';
import { forgetOpenOrderCookie, openOrderIn } from '#contract/visit-cookies.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Order } from '#web/order/order.ts';

export const forgetOpenOrder = (): void => {
  document.cookie = forgetOpenOrderCookie(globalThis.location.protocol === 'https:');
};

/** The order to continue, as the server rendered it; asked again when the visitor returns to this tab. */
export function useOpenOrder(initialOrder: Order | null): Order | null {
  const { locale } = useTranslation();
  const [order, setOrder] = useState(initialOrder);
  useEffect(() => {
    const refresh = async () => {
      const id = openOrderIn(document.cookie);
      if (document.visibilityState !== 'visible' || id === order?.id) return;
      if (id === undefined) return setOrder(null);
      const { loadOpenOrder } = await import('./open-order.ts');
      const opened = await loadOpenOrder(browserTransport(locale), document.cookie);
      if (opened === 'ended') forgetOpenOrder();
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
