import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { oneOf } from '#core/closed-list.ts';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import type { System } from '#web/catalogue/systems.ts';
import { registerInput, takeInput } from '#web/form/preserved-input.ts';
import { type WithdrawalInput, readInput } from '#web/withdrawals/withdrawal-input.ts';

const FORM = 'withdraw';

interface FormState {
  readonly system: System;
  readonly input: WithdrawalInput;
}

interface PreservedForm extends FormState {
  readonly systems: readonly System[];
  readonly restore: (state: FormState) => void;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** State stored by the page in the other language. Each part is checked: it was stored in the browser. */
function readStored({ systems, system, input }: PreservedForm): FormState | undefined {
  const stored = takeInput(FORM);
  if (!isObject(stored)) return undefined;
  const { amount, values, walletId } = stored;
  return {
    system: systems.find(({ id }) => id === stored['systemId']) ?? system,
    input: {
      ...input,
      balance: oneOf(PURSES, stored['purse']) ?? input.balance,
      amount: typeof amount === 'string' ? amount : '',
      walletId: typeof walletId === 'string' ? walletId : input.walletId,
      values: isObject(values) ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) : {},
    },
  };
}

/** Input typed into the served page before hydration. */
const readRendered = (form: HTMLFormElement, { system, input }: PreservedForm): FormState => ({
  system,
  input: readInput(new FormData(form), system, input),
});

/** Restores input typed before hydration or on the page in the other language, and stores it for the next page. */
export function usePreservedWithdrawal(form: RefObject<HTMLFormElement | null>, preserved: PreservedForm): void {
  const latest = useRef(preserved);
  latest.current = preserved;
  useLayoutEffect(() => {
    const { restore } = latest.current;
    const state = readStored(latest.current) ?? (form.current === null ? undefined : readRendered(form.current, latest.current));
    if (state !== undefined) restore(state);
  }, [form]);
  useEffect(
    () =>
      registerInput(FORM, () => {
        const { system, input } = latest.current;
        // Stored as JSON: the names do not change
        const { balance, amount, walletId, values } = input;
        return { purse: balance, amount, walletId, values, systemId: system.id };
      }),
    [],
  );
}
