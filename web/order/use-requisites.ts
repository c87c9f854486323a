import { useEffect, useState } from 'react';
import { call } from '#contract/call.ts';
import { getRequisites } from '#contract/orders.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import { reported } from '#web/error-reporting.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Order, Requisites } from './order.ts';

export interface Asked {
  readonly requisites: Requisites | null;
  /** Why there are none (spec 8: "Error forming payment form, please write in support chat"); null while they are on their way. */
  readonly failure: string | null;
}

/** Where to pay, fetched once the order has requisites; asking again gives the same. */
export function useRequisites(order: Order, opened: Requisites | null): Asked {
  const { locale } = useWords();
  const [asked, setAsked] = useState<Asked>({ requisites: opened, failure: null });
  const isDue = asked.requisites === null && (order.status === 'awaiting_payment' || order.status === 'payment_claimed');
  useEffect(() => {
    if (!isDue) return;
    const controller = new AbortController();
    void call(getRequisites, { params: { id: order.id }, signal: controller.signal }, browserTransport(locale)).then((answer) => {
      if (controller.signal.aborted) return;
      reported(answer);
      if (answer.ok) setAsked({ requisites: answer.data.attributes, failure: null });
      else setAsked({ requisites: null, failure: answer.errors[0]?.message ?? null });
    });
    return () => controller.abort();
  }, [isDue, order.id, order.version, locale]);
  return asked;
}
