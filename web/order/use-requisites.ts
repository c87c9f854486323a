import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { loadOrderApi, NO_RESPONSE } from './load-order-api.ts';
import type { Order, Requisites } from './order.ts';

export interface RequisitesState {
  readonly requisites: Requisites | null;
  /** Why there are none (spec 8: "Error forming payment form, please write in support chat"); null while they are loading. */
  readonly failure: string | null;
}

interface LoadedRequisites extends RequisitesState {
  readonly amountDue: string;
}

/** The whole amount or the missing part; null if nothing is due. Each amount has its own requisites, since the QR code contains it. */
function amountDueOf({ status, requote, income_amount: whole }: Order): string | null {
  if (status === 'awaiting_payment' || status === 'payment_claimed') return whole;
  return requote?.options.find((option) => option.choice === 'top_up')?.missing_amount ?? null;
}

/** Requisites of the order, loaded when there are any. */
export function useRequisites(order: Order, initialRequisites: Requisites | null): RequisitesState {
  const { locale } = useTranslation();
  const amountDue = amountDueOf(order);
  const [loaded, setLoaded] = useState<LoadedRequisites | null>(
    initialRequisites === null || amountDue === null ? null : { amountDue, requisites: initialRequisites, failure: null },
  );
  const current = loaded !== null && loaded.amountDue === amountDue ? loaded : null;
  const isDue = amountDue !== null && (current?.requisites ?? null) === null;
  useEffect(() => {
    if (!isDue || amountDue === null) return;
    const controller = new AbortController();
    const load = async () => {
      const api = await loadOrderApi();
      const response = (await api?.readRequisites({ id: order.id, locale, signal: controller.signal })) ?? NO_RESPONSE;
      if (controller.signal.aborted) return;
      if (response.ok) setLoaded({ amountDue, requisites: response.data.attributes, failure: null });
      else setLoaded({ amountDue, requisites: null, failure: response.errors[0]?.message ?? null });
    };
    void load();
    return () => controller.abort();
  }, [isDue, amountDue, order.id, order.version, locale]);
  return current ?? { requisites: null, failure: null };
}
