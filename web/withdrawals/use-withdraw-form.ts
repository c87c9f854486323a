import { useEffect, useReducer, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { createPayout } from '#contract/account/payouts.ts';
import { useFocusInvalid } from '#ui/field-errors.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { walletsFor } from '#web/requisites/saved-wallets.ts';
import type { System } from '#web/catalogue/systems.ts';
import { loadRefusalMessages } from '#web/i18n/refusal-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { WithdrawData } from '#web/withdrawals/load-withdraw.ts';
import type { ReturnedWithdrawal } from '#web/withdrawals/submit-payout.ts';
import { nameOf, payoutBodyOf, type WithdrawalInput } from '#web/withdrawals/withdrawal-input.ts';
import { inputErrors } from '#web/withdrawals/input-errors.ts';
import { type RefusedSubmission, withdrawReducer, type WithdrawState } from '#web/withdrawals/withdraw-state.ts';
import { usePreservedWithdrawal } from '#web/withdrawals/use-preserved-withdrawal.ts';

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

interface FormOptions extends Pick<WithdrawData, 'purses' | 'systems' | 'wallets'> {
  /** System proposed first. */
  readonly first: System;
  /** Result of a submission without scripts. */
  readonly returned: ReturnedWithdrawal | undefined;
}

/** The returned input, else the fuller balance and a saved wallet. */
function initialInput({ purses, systems, wallets, first, returned }: FormOptions): Pick<WithdrawState, 'system' | 'input'> {
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

function initialState(options: FormOptions): WithdrawState {
  const { returned } = options;
  const { system, input } = initialInput(options);
  const state = returned?.isUnanswered === true ? 'unanswered' : 'idle';
  return { system, input, refused: { input, errors: returned?.errors ?? [] }, state };
}

/** State of the withdrawal form. An attempt keeps its idempotency key until a response comes. */
export function useWithdrawForm(options: FormOptions) {
  const { systems, wallets, returned } = options;
  const { t, to, locale } = useTranslation();
  const api = useAccountCall();
  const navigate = useNavigate();
  const [{ system, input, refused, state }, dispatch] = useReducer(withdrawReducer, options, initialState);
  const form = useRef<HTMLFormElement>(null);
  const focusRefused = useFocusInvalid(form);
  useEffect(() => void loadRefusalMessages(locale), [locale]);
  usePreservedWithdrawal(form, { system, input, systems, restore: (restored) => dispatch({ kind: 'restored', ...restored }) });
  const key = useRef(returned?.idempotencyKey);

  const change = (part: Partial<WithdrawalInput>) => {
    dispatch({ kind: 'changed', part });
    key.current = undefined;
  };
  const choose = (chosen: System) => {
    dispatch({ kind: 'system', system: chosen, walletId: walletsFor(wallets, 'outcome', chosen)[0]?.id ?? '' });
    key.current = undefined;
  };
  const refuse = (kind: 'invalid' | 'refused' | 'unanswered', errors: readonly CallError[]) => {
    dispatch({ kind, refused: { input, errors } });
    focusRefused();
  };
  const send = async () => {
    if (state === 'sending') return;
    await loadRefusalMessages(locale);
    const localErrors = inputErrors(input, system, t);
    if (localErrors.length > 0) return refuse('invalid', localErrors);
    dispatch({ kind: 'sending' });
    key.current ??= crypto.randomUUID();
    const created = await api(createPayout, { body: payoutBodyOf(input, system.id), idempotencyKey: key.current });
    if (created.ok || (created.status !== 0 && created.status < 500)) key.current = undefined;
    if (created.ok) return await navigate(to(`/withdrawal/${created.data.id}`), { state: { isAsked: true } });
    // Spec 8 has one message, whatever the cause
    if (created.errors.length === 0 || created.status >= 500) return refuse('unanswered', []);
    return refuse('refused', created.errors);
  };
  const { errors } = refused;
  return {
    input,
    system,
    savedWallets: walletsFor(wallets, 'outcome', system),
    change,
    choose,
    choices: systems,
    send: () => void send(),
    isSending: state === 'sending',
    form,
    fields: currentErrors(refused, input),
    asksLookalike: errors.some(({ code }) => code === 'lookalike') || input.confirmsLookalike,
    asksProof: errors.some(({ code }) => code === 'fresh_factor_required'),
    /** Spec 8: messages that belong to no field. */
    failure: state === 'unanswered' ? [t('withdrawal.form.not_created')] : otherMessages(errors, system, returned),
  };
}

/** Messages of errors that no shown field carries. */
function otherMessages(errors: readonly CallError[], system: System, returned: ReturnedWithdrawal | undefined): readonly string[] {
  const isProofField = (name: string): boolean => returned?.proof != null && (name === 'password' || name === 'totp');
  return errors
    .filter(({ field }) => field === null || !(hasField(nameOf(field), system) || isProofField(nameOf(field))))
    .map(({ message }) => message);
}

const hasField = (name: string, system: System): boolean => name === 'amount' || system.outcome_fields.some((field) => field.key === name);

export type WithdrawForm = ReturnType<typeof useWithdrawForm>;
