import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { createPayout } from '#contract/payouts.ts';
import { useAccountCall } from '#web/account/fresh/use-account-call.ts';
import type { Refusal } from '#core/refusal.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { wrongRequisites } from '#web/exchange/check-requisites.ts';
import { fitting } from '#web/exchange/own-wallets.ts';
import type { System } from '#web/exchange/systems.ts';
import { loadRefusalWords, refusalText } from '#web/i18n/refusal-words.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Translate } from '#web/i18n/translator.ts';
import type { Withdraw } from './load-withdraw.ts';
import type { Typed } from './typed.ts';
import { useStanding } from './use-standing.ts';

/** The last part of a refusal's field: `requisites/address` is about `address`. */
const nameOf = (field: string): string => field.slice(field.lastIndexOf('/') + 1);

/** What was refused, and what stood there then. */
interface Refused {
  readonly typed: Typed;
  readonly errors: readonly CallError[];
}

/** What is wrong with each field, while what was refused stands in it. */
function standing({ typed: then, errors }: Refused, now: Typed): Readonly<Record<string, string>> {
  const isStill = (name: string): boolean =>
    name === 'amount' ? now.amount === then.amount && now.purse === then.purse : now.values[name] === then.values[name];
  return Object.fromEntries(
    errors.flatMap(({ field, message }) => (field === null || !isStill(nameOf(field)) ? [] : [[nameOf(field), message]])),
  );
}

/** What is seen to be wrong without asking, in the sentences of the server. */
function wrongHere({ amount, walletId, values, noMemo }: Typed, system: System, t: Translate): readonly CallError[] {
  const wrong = new Map<string, Refusal>();
  if (amount.trim() === '') wrong.set('amount', { code: 'required' });
  if (walletId === '')
    for (const [key, refusal] of wrongRequisites({ fields: system.outcome_fields, values, noMemo })) wrong.set(key, refusal);
  return [...wrong].map(([field, refusal]) => ({
    name: field,
    type: refusal.code,
    code: refusal.code,
    message: refusalText(t, refusal),
    field,
    meta: {},
  }));
}

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

/** Focuses the first field that was refused once its error is drawn. */
function useFocusRefused(form: RefObject<HTMLFormElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [asked, form]);
  return () => setAsked((times) => times + 1);
}

/** What is typed to take earnings out, and what came of sending it. One attempt keeps its key until it is answered. */
export function useWithdrawForm({ purses, systems, wallets }: Withdraw, first: System) {
  const { t, to, locale } = useWords();
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
  const form = useRef<HTMLFormElement>(null);
  const isRunning = useSyncExternalStore(never, yes, no);
  const focusRefused = useFocusRefused(form);
  useEffect(() => void loadRefusalWords(locale), [locale]);
  useStanding(form, {
    system,
    typed,
    systems,
    adopt: (taken) => {
      setSystem(taken.system);
      setTyped(taken.typed);
    },
  });
  const [refused, setRefused] = useState<Refused>({ typed, errors: [] });
  const [state, setState] = useState<'idle' | 'sending' | 'unanswered'>('idle');
  const key = useRef<string>(undefined);

  const change = (part: Partial<Typed>) => {
    // What was compared is not what is typed now
    const keeps = part.confirmsLookalike !== undefined || (part.values === undefined && part.walletId === undefined);
    const amount = part.amount === undefined ? {} : { amount: tidyAmount(part.amount) };
    setTyped((before) => ({ ...before, ...(keeps ? {} : { confirmsLookalike: false }), ...part, ...amount }));
    key.current = undefined;
  };
  const choose = (chosen: System) => {
    setSystem(chosen);
    setRefused({ typed, errors: [] });
    change({ values: {}, walletId: fitting(wallets, 'outcome', chosen)[0]?.id ?? '', noMemo: false });
  };
  const refuse = (errors: readonly CallError[]) => {
    setRefused({ typed, errors });
    focusRefused();
  };
  const send = async () => {
    if (state === 'sending') return;
    const wrong = wrongHere(typed, system, t);
    if (wrong.length > 0) {
      refuse(wrong);
      return;
    }
    setState('sending');
    key.current ??= crypto.randomUUID();
    const { walletId, values, noMemo, confirmsLookalike, ...rest } = typed;
    const named = walletId === '' ? { requisites: { ...values } } : { user_wallet_id: walletId };
    const body = { ...rest, ...named, payment_system_id: system.id, no_memo: noMemo, confirm_lookalike: confirmsLookalike };
    const made = await api(createPayout, { body, idempotencyKey: key.current });
    if (made.ok || (made.status !== 0 && made.status < 500)) key.current = undefined;
    if (made.ok) {
      await navigate(to(`/withdrawal/${made.data.id}`), { state: { isAsked: true } });
      return;
    }
    // Whoever was at fault, spec 8 has one sentence for it
    const isFailed = made.errors.length === 0 || made.status >= 500;
    refuse(isFailed ? [] : made.errors);
    setState(isFailed ? 'unanswered' : 'idle');
  };
  const { errors } = refused;
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
    /** A press before the page runs would put requisites into its address. */
    isRunning,
    form,
    fields: standing(refused, typed),
    asksLookalike: isLookalike || typed.confirmsLookalike,
    /** Spec 8: what went wrong beside the fields, in words. */
    failure: state === 'unanswered' ? [t('withdrawal.form.not_created')] : others,
  };
}

const isShown = (name: string, system: System): boolean => name === 'amount' || system.outcome_fields.some((field) => field.key === name);

export type WithdrawForm = ReturnType<typeof useWithdrawForm>;
