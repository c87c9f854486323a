import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Order } from '#web/order/order.ts';

/** The order to continue, as the server rendered it; asked again when the visitor returns to this tab. */
export function useOpenOrder(initialOrder: Order | null): Order | null {
  const { locale } = useTranslation();
  const [order, setOrder] = useState(initialOrder);
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState !== 'visible') return;
      import('./open-order.ts')
        .then(({ readAgain }) => readAgain(locale, order))
        .then(setOrder)
        .catch(() => undefined);
    };
    document.addEventListener('visibilitychange', onReturn);
    globalThis.addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      globalThis.removeEventListener('focus', onReturn);
    };
  }, [locale, order]);
  return order;
}
