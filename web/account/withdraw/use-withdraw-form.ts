import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { createPayout, type PurseAttributes } from '#contract/payouts.ts';
import { useAccountCall } from '#web/account/fresh/use-account-call.ts';
import { fitting } from '#web/exchange/own-wallets.ts';
import type { System } from '#web/exchange/systems.ts';
import { reported } from '#web/error-reporting.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Withdraw } from './load-withdraw.ts';

interface Typed {
  readonly purse: PurseAttributes['purse'];
  readonly amount: string;
  readonly values: Readonly<Record<string, string>>;
  readonly walletId: string;
  readonly noMemo: boolean;
  readonly confirmsLookalike: boolean;
}

/** The last part of a refusal's field: `requisites/address` is about `address`. */
const nameOf = (field: string): string => field.slice(field.lastIndexOf('/') + 1);

const atFields = (errors: readonly CallError[]): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.flatMap(({ field, message }) => (field === null ? [] : [[nameOf(field), message]])));

/** What is typed to take earnings out, and what came of sending it. One attempt keeps its key until it is answered. */
export function useWithdrawForm({ purses, systems, wallets }: Withdraw, first: System) {
  const { t, to } = useWords();
  const api = useAccountCall();
  const navigate = useNavigate();
  const richest = purses.toSorted((one, other) => Number(other.available_amount) - Number(one.available_amount))[0];
  const [system, setSystem] = useState(first);
  const own = fitting(wallets, 'outcome', system);
  const [typed, setTyped] = useState<Typed>({
    purse: richest?.purse ?? 'reward',
    amount: '',
    values: {},
    walletId: own[0]?.id ?? '',
    noMemo: false,
    confirmsLookalike: false,
  });
  const [errors, setErrors] = useState<readonly CallError[]>([]);
  const [state, setState] = useState<'idle' | 'sending' | 'unanswered'>('idle');
  const key = useRef<string>(undefined);

  const change = (part: Partial<Typed>) => {
    // What was compared is not what is typed now
    const keeps = part.confirmsLookalike !== undefined || (part.values === undefined && part.walletId === undefined);
    setTyped((before) => ({ ...before, ...(keeps ? {} : { confirmsLookalike: false }), ...part }));
    key.current = undefined;
  };
  const choose = (chosen: System) => {
    setSystem(chosen);
    setErrors([]);
    change({ values: {}, walletId: fitting(wallets, 'outcome', chosen)[0]?.id ?? '', noMemo: false });
  };
  const send = async () => {
    if (state === 'sending') return;
    setState('sending');
    key.current ??= crypto.randomUUID();
    const { walletId, values, noMemo, confirmsLookalike, ...rest } = typed;
    const named = walletId === '' ? { requisites: { ...values } } : { user_wallet_id: walletId };
    const body = { ...rest, ...named, payment_system_id: system.id, no_memo: noMemo, confirm_lookalike: confirmsLookalike };
    const made = reported(await api(createPayout, { body, idempotencyKey: key.current }));
    if (made.ok || (made.status !== 0 && made.status < 500)) key.current = undefined;
    if (made.ok) {
      await navigate(to(`/withdrawal/${made.data.id}`));
      return;
    }
    setErrors(made.errors);
    setState(made.errors.length === 0 ? 'unanswered' : 'idle');
  };
  const fields = atFields(errors);
  const isLookalike = errors.some(({ code }) => code === 'lookalike');
  const others = errors.filter(({ field }) => field === null || !isShown(nameOf(field), system)).map(({ message }) => message);
  return {
    typed,
    system,
    own,
    change,
    choose,
    choices: systems,
    send: () => void send(),
    isSending: state === 'sending',
    fields,
    asksLookalike: isLookalike || typed.confirmsLookalike,
    /** Spec 8: what went wrong beside the fields, in words. */
    failure: state === 'unanswered' ? [t('withdrawal.form.not_created')] : others,
  };
}

const isShown = (name: string, system: System): boolean => name === 'amount' || system.outcome_fields.some((field) => field.key === name);

export type WithdrawForm = ReturnType<typeof useWithdrawForm>;
