import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import type { System } from '#web/exchange/systems.ts';
import { keepTyping, takeTyping } from '#web/shell/kept-typing.ts';
import type { Typed } from './typed.ts';

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
function readStanding(form: HTMLFormElement, { system, typed }: Standing): Taken {
  const stands = new FormData(form);
  const textOf = (name: string): string | undefined => {
    const value = stands.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const values = system.outcome_fields.flatMap(({ key }) => {
    const value = textOf(key);
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  return {
    system,
    typed: {
      ...typed,
      purse: PURSES.find((one) => one === textOf('purse')) ?? typed.purse,
      amount: tidyAmount(textOf('amount') ?? ''),
      walletId: textOf('user_wallet_id') ?? typed.walletId,
      values: Object.fromEntries(values),
    },
  };
}

/** Takes over what was typed before this page came to life, here or in the other language, and has it taken along to the next. */
export function useStanding(form: RefObject<HTMLFormElement | null>, standing: Standing): void {
  const latest = useRef(standing);
  latest.current = standing;
  useLayoutEffect(() => {
    const { adopt } = latest.current;
    const taken = takeKept(latest.current) ?? (form.current === null ? undefined : readStanding(form.current, latest.current));
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
