import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { loadOrderApi, NO_RESPONSE } from './load-order-api.ts';
import type { Order, Requisites } from './order.ts';

export interface RequisitesState {
  readonly requisites: Requisites | null;
  /** Why there are none (spec 8: "Error forming payment form, please write in support chat"); null while they are loading. */
  readonly failure: string | null;
}

interface Answer extends RequisitesState {
  readonly due: string;
}

/** Amount due: the whole, or the missing part; null if nothing is due. Each amount has its own requisites (the QR code contains it). */
function dueOf({ status, requote, income_amount: whole }: Order): string | null {
  if (status === 'awaiting_payment' || status === 'payment_claimed') return whole;
  return requote?.options.find((option) => option.choice === 'top_up')?.missing_amount ?? null;
}

/** Requisites of the order, loaded when there are any. */
export function useRequisites(order: Order, opened: Requisites | null): RequisitesState {
  const { locale } = useTranslation();
  const due = dueOf(order);
  const [answer, setAnswer] = useState<Answer | null>(opened === null || due === null ? null : { due, requisites: opened, failure: null });
  const current = answer !== null && answer.due === due ? answer : null;
  const isDue = due !== null && (current?.requisites ?? null) === null;
  useEffect(() => {
    if (!isDue || due === null) return;
    const controller = new AbortController();
    const ask = async () => {
      const wire = await loadOrderApi();
      const reply = (await wire?.readRequisites({ id: order.id, locale, signal: controller.signal })) ?? NO_RESPONSE;
      if (controller.signal.aborted) return;
      if (reply.ok) setAnswer({ due, requisites: reply.data.attributes, failure: null });
      else setAnswer({ due, requisites: null, failure: reply.errors[0]?.message ?? null });
    };
    void ask();
    return () => controller.abort();
  }, [isDue, due, order.id, order.version, locale]);
  return current ?? { requisites: null, failure: null };
}
