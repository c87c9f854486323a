import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import type { System } from '#web/exchange/systems.ts';
import { keepTyping, takeTyping } from '#web/shell/kept-typing.ts';
import { type Typed, typedIn } from './typed.ts';

const FORM = 'withdraw';

interface Taken {
  readonly system: System;
  readonly typed: Typed;
}

interface Standing extends Taken {
  readonly systems: readonly System[];
  readonly adopt: (taken: Taken) => void;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stood in the form in the other language. Each part is looked at: it has been in the browser's hands. */
function takeKept({ systems, system, typed }: Standing): Taken | undefined {
  const kept = takeTyping(FORM);
  if (!isObject(kept)) return undefined;
  const { amount, values, walletId } = kept;
  return {
    system: systems.find(({ id }) => id === kept['systemId']) ?? system,
    typed: {
      ...typed,
      purse: PURSES.find((one) => one === kept['purse']) ?? typed.purse,
      amount: typeof amount === 'string' ? amount : '',
      walletId: typeof walletId === 'string' ? walletId : typed.walletId,
      values: isObject(values) ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) : {},
    },
  };
}

/** What was typed into the served page before its scripts had come. */
const readServed = (form: HTMLFormElement, { system, typed }: Standing): Taken => ({
  system,
  typed: typedIn(new FormData(form), system, typed),
});

/** Takes over what was typed before this page came to life, here or in the other language, and has it taken along to the next. */
export function useStanding(form: RefObject<HTMLFormElement | null>, standing: Standing): void {
  const latest = useRef(standing);
  latest.current = standing;
  useLayoutEffect(() => {
    const { adopt } = latest.current;
    const taken = takeKept(latest.current) ?? (form.current === null ? undefined : readServed(form.current, latest.current));
    if (taken !== undefined) adopt(taken);
  }, [form]);
  useEffect(
    () =>
      keepTyping(FORM, () => {
        const { system, typed } = latest.current;
        const { purse, amount, walletId, values } = typed;
        return { purse, amount, walletId, values, systemId: system.id };
      }),
    [],
  );
}
