import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { keepForm, takeForm } from './kept-form.ts';
import type { OrderForm } from './order-form.ts';
import { readStanding } from './standing.ts';
import type { Pair } from './systems.ts';
import type { Quoted } from './use-quote.ts';

interface Begun {
  readonly pair: Pair;
  readonly quoted: Quoted;
  readonly form: OrderForm;
  readonly chooseSlot: (slotId: string | null, outcomeAmount: string | null) => void;
}

function begin(element: HTMLFormElement, { pair, quoted, form, chooseSlot }: Begun): void {
  const kept = takeForm({ from: pair.from.id, to: pair.to.id });
  const standing = readStanding(element);
  delete element.dataset['typed'];
  element.dataset['running'] = '';
  form.adopt({ ...kept?.typed, ...standing.typed });
  const slot = quoted.calculation?.slots.find(({ id }) => id === standing.slotId);
  if (standing.amount !== null) quoted.adopt({ ...quoted.ask, ...standing.amount, slotId: null, fitsSlot: true });
  else if (standing.slotId !== undefined) chooseSlot(slot?.id ?? null, slot?.outcome_amount ?? null);
  else if (kept !== undefined) quoted.askFor(kept.ask, kept.entry);
}

/** An amount that was understood is written as the other language does; one that was not stays as it was typed. */
function amountNow({ ask, entry, calculation, isStale }: Quoted): Pick<Quoted, 'ask' | 'entry'> {
  if (calculation === null || isStale) return { ask, entry };
  const amount = ask.side === 'income' ? calculation.income_amount : calculation.outcome_amount;
  return { ask: { ...ask, amount }, entry: 'chosen' };
}

/** Takes over what was typed before this page came to life, here or in the other language, and has it taken along to the next. */
export function useBeginning(element: RefObject<HTMLFormElement | null>, begun: Begun): void {
  const latest = useRef(begun);
  latest.current = begun;
  useLayoutEffect(() => {
    if (element.current !== null) begin(element.current, latest.current);
  }, [element]);
  useEffect(
    () =>
      keepForm(() => {
        const { quoted, form } = latest.current;
        return { ...amountNow(quoted), typed: form.typed };
      }),
    [],
  );
}
