import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { createPayout } from '#contract/payouts.ts';
import { useAccountCall } from '#web/account/fresh/use-account-call.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { fitting } from '#web/exchange/own-wallets.ts';
import type { System } from '#web/exchange/systems.ts';
import { loadRefusalWords } from '#web/i18n/refusal-words.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Withdraw } from './load-withdraw.ts';
import type { ReturnedWithdrawal } from './ask-payout.ts';
import { nameOf, payoutBodyOf, type Typed } from './typed.ts';
import { wrongHere } from './wrong-here.ts';
import { useStanding } from './use-standing.ts';

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

/** Focuses the first field that was refused once its error is drawn. */
function useFocusRefused(form: RefObject<HTMLFormElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [asked, form]);
  return () => setAsked((times) => times + 1);
}

interface Beginning extends Pick<Withdraw, 'purses' | 'systems' | 'wallets'> {
  /** The system that is proposed. */
  readonly first: System;
  /** The answer to a form that was sent without scripts. */
  readonly returned: ReturnedWithdrawal | undefined;
}

/** What the form begins with: what came back, else the fuller purse and the wallet that is kept. */
function begin({ purses, systems, wallets, first, returned }: Beginning): { readonly system: System; readonly typed: Typed } {
  const system = systems.find(({ id }) => id === returned?.systemId) ?? first;
  const own = fitting(wallets, 'outcome', system);
  const kept = own[0]?.id ?? '';
  if (returned !== undefined) {
    const { typed } = returned;
    // A wallet of the system before is none of this one's
    return { system, typed: typed.walletId === '' || own.some(({ id }) => id === typed.walletId) ? typed : { ...typed, walletId: kept } };
  }
  const richest = purses.toSorted((one, other) => Number(other.available_amount) - Number(one.available_amount))[0];
  const typed = { purse: richest?.purse ?? 'reward', amount: '', values: {}, walletId: kept, noMemo: false, confirmsLookalike: false };
  return { system, typed };
}

/** What is typed to take earnings out, and what came of sending it. One attempt keeps its key until it is answered. */
export function useWithdrawForm(beginning: Beginning) {
  const { systems, wallets, returned } = beginning;
  const { t, to, locale } = useWords();
  const api = useAccountCall();
  const navigate = useNavigate();
  const [begun] = useState(() => begin(beginning));
  const [system, setSystem] = useState(begun.system);
  const own = fitting(wallets, 'outcome', system);
  const [typed, setTyped] = useState(begun.typed);
  const form = useRef<HTMLFormElement>(null);
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
  const [refused, setRefused] = useState<Refused>({ typed, errors: returned?.errors ?? [] });
  const [state, setState] = useState<'idle' | 'sending' | 'unanswered'>(returned?.isUnanswered === true ? 'unanswered' : 'idle');
  const key = useRef(returned?.attempt);

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
    await loadRefusalWords(locale);
    const wrong = wrongHere(typed, system, t);
    if (wrong.length > 0) {
      refuse(wrong);
      return;
    }
    setState('sending');
    key.current ??= crypto.randomUUID();
    const made = await api(createPayout, { body: payoutBodyOf(typed, system.id), idempotencyKey: key.current });
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
  const isProof = (name: string): boolean => returned?.proof != null && (name === 'password' || name === 'totp');
  const others = errors
    .filter(({ field }) => field === null || !(isShown(nameOf(field), system) || isProof(nameOf(field))))
    .map(({ message }) => message);
  return {
    typed,
    system,
    own,
    change,
    choose,
    choices: systems,
    send: () => void send(),
    isSending: state === 'sending',
    form,
    fields: standing(refused, typed),
    asksLookalike: isLookalike || typed.confirmsLookalike,
    asksProof: errors.some(({ code }) => code === 'fresh_factor_required'),
    /** Spec 8: what went wrong beside the fields, in words. */
    failure: state === 'unanswered' ? [t('withdrawal.form.not_created')] : others,
  };
}

const isShown = (name: string, system: System): boolean => name === 'amount' || system.outcome_fields.some((field) => field.key === name);

export type WithdrawForm = ReturnType<typeof useWithdrawForm>;
