import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { createPayout } from '#contract/account/payouts.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { walletsFor } from '#web/requisites/saved-wallets.ts';
import type { System } from '#web/catalogue/systems.ts';
import { loadRefusalMessages } from '#web/i18n/refusal-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { WithdrawData } from '#web/withdrawals/load-withdraw.ts';
import type { ReturnedWithdrawal } from '#web/withdrawals/submit-payout.ts';
import { nameOf, payoutBodyOf, type WithdrawalInput } from '#web/withdrawals/withdrawal-input.ts';
import { inputErrors } from '#web/withdrawals/input-errors.ts';
import { usePreservedWithdrawal } from '#web/withdrawals/use-preserved-withdrawal.ts';

/** A refused submission: its errors and its input. */
interface RefusedSubmission {
  readonly input: WithdrawalInput;
  readonly errors: readonly CallError[];
}

/** Error messages by field, without the fields changed since. */
function currentErrors(
  { input: refusedInput, errors }: RefusedSubmission,
  currentInput: WithdrawalInput,
): Readonly<Record<string, string>> {
  const isUnchanged = (name: string): boolean =>
    name === 'amount'
      ? currentInput.amount === refusedInput.amount && currentInput.balance === refusedInput.balance
      : currentInput.values[name] === refusedInput.values[name];
  return Object.fromEntries(
    errors.flatMap(({ field, message }) => (field === null || !isUnchanged(nameOf(field)) ? [] : [[nameOf(field), message]])),
  );
}

/** Returns a function that focuses the first invalid field after the next render. */
function useFocusRefused(form: RefObject<HTMLFormElement | null>): () => void {
  const [focusCount, setFocusCount] = useState(0);
  useEffect(() => {
    if (focusCount > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [focusCount, form]);
  return () => setFocusCount((count) => count + 1);
}

interface FormOptions extends Pick<WithdrawData, 'purses' | 'systems' | 'wallets'> {
  /** System proposed first. */
  readonly first: System;
  /** Result of a submission without scripts. */
  readonly returned: ReturnedWithdrawal | undefined;
}

/** Initial state: the returned input, else the fuller balance and a saved wallet. */
function initialState({ purses, systems, wallets, first, returned }: FormOptions): {
  readonly system: System;
  readonly input: WithdrawalInput;
} {
  const system = systems.find(({ id }) => id === returned?.systemId) ?? first;
  const fittingWallets = walletsFor(wallets, 'outcome', system);
  const defaultWalletId = fittingWallets[0]?.id ?? '';
  if (returned !== undefined) {
    const { input } = returned;
    // A wallet of another system does not fit this one
    return {
      system,
      input:
        input.walletId === '' || fittingWallets.some(({ id }) => id === input.walletId) ? input : { ...input, walletId: defaultWalletId },
    };
  }
  const richest = purses.toSorted((one, other) => Number(other.available_amount) - Number(one.available_amount))[0];
  const input = {
    balance: richest?.purse ?? 'reward',
    amount: '',
    values: {},
    walletId: defaultWalletId,
    noMemo: false,
    confirmsLookalike: false,
  };
  return { system, input };
}

/** State of the withdrawal form. An attempt keeps its idempotency key until a response comes. */
export function useWithdrawForm(options: FormOptions) {
  const { systems, wallets, returned } = options;
  const { t, to, locale } = useTranslation();
  const api = useAccountCall();
  const navigate = useNavigate();
  const [initial] = useState(() => initialState(options));
  const [system, setSystem] = useState(initial.system);
  const savedWallets = walletsFor(wallets, 'outcome', system);
  const [input, setInput] = useState(initial.input);
  const form = useRef<HTMLFormElement>(null);
  const focusRefused = useFocusRefused(form);
  useEffect(() => void loadRefusalMessages(locale), [locale]);
  usePreservedWithdrawal(form, {
    system,
    input,
    systems,
    restore: (restored) => {
      setSystem(restored.system);
      setInput(restored.input);
    },
  });
  const [refused, setRefused] = useState<RefusedSubmission>({ input, errors: returned?.errors ?? [] });
  const [state, setState] = useState<'idle' | 'sending' | 'unanswered'>(returned?.isUnanswered === true ? 'unanswered' : 'idle');
  const key = useRef(returned?.idempotencyKey);

  const change = (part: Partial<WithdrawalInput>) => {
    // The confirmation applies only to the requisites it was given for
    const keepsConfirmation = part.confirmsLookalike !== undefined || (part.values === undefined && part.walletId === undefined);
    const amount = part.amount === undefined ? {} : { amount: tidyAmount(part.amount) };
    setInput((previous) => ({ ...previous, ...(keepsConfirmation ? {} : { confirmsLookalike: false }), ...part, ...amount }));
    key.current = undefined;
  };
  const choose = (chosen: System) => {
    setSystem(chosen);
    setRefused({ input, errors: [] });
    change({ values: {}, walletId: walletsFor(wallets, 'outcome', chosen)[0]?.id ?? '', noMemo: false });
  };
  const refuse = (errors: readonly CallError[]) => {
    setRefused({ input, errors });
    focusRefused();
  };
  const send = async () => {
    if (state === 'sending') return;
    await loadRefusalMessages(locale);
    const localErrors = inputErrors(input, system, t);
    if (localErrors.length > 0) {
      refuse(localErrors);
      return;
    }
    setState('sending');
    key.current ??= crypto.randomUUID();
    const created = await api(createPayout, { body: payoutBodyOf(input, system.id), idempotencyKey: key.current });
    if (created.ok || (created.status !== 0 && created.status < 500)) key.current = undefined;
    if (created.ok) {
      await navigate(to(`/withdrawal/${created.data.id}`), { state: { isAsked: true } });
      return;
    }
    // Spec 8 has one message, whatever the cause
    const isFailed = created.errors.length === 0 || created.status >= 500;
    refuse(isFailed ? [] : created.errors);
    setState(isFailed ? 'unanswered' : 'idle');
  };
  const { errors } = refused;
  const hasLookalike = errors.some(({ code }) => code === 'lookalike');
  const isProofField = (name: string): boolean => returned?.proof != null && (name === 'password' || name === 'totp');
  const others = errors
    .filter(({ field }) => field === null || !(hasField(nameOf(field), system) || isProofField(nameOf(field))))
    .map(({ message }) => message);
  return {
    input,
    system,
    savedWallets,
    change,
    choose,
    choices: systems,
    send: () => void send(),
    isSending: state === 'sending',
    form,
    fields: currentErrors(refused, input),
    asksLookalike: hasLookalike || input.confirmsLookalike,
    asksProof: errors.some(({ code }) => code === 'fresh_factor_required'),
    /** Spec 8: messages that belong to no field. */
    failure: state === 'unanswered' ? [t('withdrawal.form.not_created')] : others,
  };
}

const hasField = (name: string, system: System): boolean => name === 'amount' || system.outcome_fields.some((field) => field.key === name);

export type WithdrawForm = ReturnType<typeof useWithdrawForm>;
