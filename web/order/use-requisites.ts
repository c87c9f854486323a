import { useEffect, useState } from 'react';
import { useWords } from '#web/i18n/use-words.ts';
import { loadWire, UNANSWERED } from './load-wire.ts';
import type { Order, Requisites } from './order.ts';

export interface Asked {
  readonly requisites: Requisites | null;
  /** Why there are none (spec 8: "Error forming payment form, please write in support chat"); null while they are on their way. */
  readonly failure: string | null;
}

interface Answer extends Asked {
  readonly due: string;
}

/** What is to be paid now: the whole, or what is missing of it; null while nothing is. Another amount has requisites of its own (its code to scan). */
function dueOf({ status, requote, income_amount: whole }: Order): string | null {
  if (status === 'awaiting_payment' || status === 'payment_claimed') return whole;
  return requote?.options.find((option) => option.choice === 'top_up')?.missing_amount ?? null;
}

/** Where to pay, fetched once the order has requisites; asking again gives the same. */
export function useRequisites(order: Order, opened: Requisites | null): Asked {
  const { locale } = useWords();
  const due = dueOf(order);
  const [answer, setAnswer] = useState<Answer | null>(opened === null || due === null ? null : { due, requisites: opened, failure: null });
  const asked = answer !== null && answer.due === due ? answer : null;
  const isDue = due !== null && (asked?.requisites ?? null) === null;
  useEffect(() => {
    if (!isDue || due === null) return;
    const controller = new AbortController();
    const ask = async () => {
      const wire = await loadWire();
      const reply = (await wire?.readRequisites({ id: order.id, locale, signal: controller.signal })) ?? UNANSWERED;
      if (controller.signal.aborted) return;
      if (reply.ok) setAnswer({ due, requisites: reply.data.attributes, failure: null });
      else setAnswer({ due, requisites: null, failure: reply.errors[0]?.message ?? null });
    };
    void ask();
    return () => controller.abort();
  }, [isDue, due, order.id, order.version, locale]);
  return asked ?? { requisites: null, failure: null };
}
