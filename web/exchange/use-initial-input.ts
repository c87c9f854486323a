import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { preserveForm, takePreservedForm } from './preserved-form.ts';
import type { OrderForm } from './order-form.ts';
import { readChangedFields } from './changed-fields.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import type { LiveQuote } from './use-quote.ts';

interface InitialInputParams {
  readonly pair: Pair;
  readonly quote: LiveQuote;
  readonly form: OrderForm;
  readonly chooseSlot: (slotId: string | null, outcomeAmount: string | null) => void;
}

function applyInitialInput(element: HTMLFormElement, { pair, quote, form, chooseSlot }: InitialInputParams): void {
  const preserved = takePreservedForm({ from: pair.from.id, to: pair.to.id });
  const changed = readChangedFields(element);
  delete element.dataset['typed'];
  element.dataset['running'] = '';
  form.mergeInput({ ...preserved?.details, ...changed.details });
  const slot = quote.calculation?.slots.find(({ id }) => id === changed.slotId);
  if (changed.amount !== null) quote.restoreRequest({ ...quote.request, ...changed.amount, slotId: null, fitsSlot: true });
  else if (changed.slotId !== undefined) chooseSlot(slot?.id ?? null, slot?.outcome_amount ?? null);
  else if (preserved !== undefined) quote.setRequest(preserved.request, preserved.amountSource);
}

/** A quoted amount is preserved in canonical form, so that the other language formats it; other input stays as typed. */
function canonicalAmount({ request, amountSource, calculation, isStale }: LiveQuote): Pick<LiveQuote, 'request' | 'amountSource'> {
  if (calculation === null || isStale) return { request, amountSource };
  const amount = request.side === 'income' ? calculation.income_amount : calculation.outcome_amount;
  return { request: { ...request, amount }, amountSource: 'chosen' };
}

/** Restores input made before hydration or in the other language, and preserves the form for a change of language. */
export function useInitialInput(element: RefObject<HTMLFormElement | null>, params: InitialInputParams): void {
  const latest = useRef(params);
  latest.current = params;
  useLayoutEffect(() => {
    if (element.current !== null) applyInitialInput(element.current, latest.current);
  }, [element]);
  useEffect(
    () =>
      preserveForm(() => {
        const { quote, form } = latest.current;
        const { request, amountSource } = canonicalAmount(quote);
        return { request, amountSource, details: form.details };
      }),
    [],
  );
}
