import { useEffect, useState, type RefObject, useLayoutEffect, useRef, useReducer } from 'react';
import { useNavigate } from 'react-router';
import { type PayoutQuoteAttributes, quotePayout, createPayout } from '#contract/account/payouts.ts';
import type { CallError } from '#contract/call-errors.ts';
import { call } from '#contract/call.ts';
import { oneOf } from '#core/closed-list.ts';
import { isObject } from '#core/text/json.ts';
import { PURSES } from '#core/withdrawal/withdrawal.ts';
import { useFocusInvalid } from '#ui/field-errors.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import type { System } from '#web/catalogue/systems.ts';
import { registerInput, takeInput } from '#web/form/preserved-input.ts';
import { loadRefusalMessages } from '#web/i18n/refusal-messages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { walletsFor } from '#web/requisites/saved-wallets.ts';
import { useAccountCall } from '#web/step-up/use-account-call.ts';
import { type RefusedSubmission, withdrawReducer, type WithdrawState } from './withdraw-state.ts';
import { type QuotedPayout, type WithdrawalInput, readInput, nameOf, payoutBodyOf, inputErrors } from './withdrawal-input.ts';
import type { WithdrawData, ReturnedWithdrawal } from './withdrawal-routes.ts';

const TYPING_PAUSE_MS = 300;
/** Prices change without input. */
const REFRESH_MS = 10_000;

interface QuoteState extends Pick<QuotedPayout, 'quote'> {
  readonly problem: string | null | undefined;
}

interface QuoteRequest {
  readonly balance: PayoutQuoteAttributes['purse'];
  readonly amount: string;
  readonly payment_system_id: string;
}

const NO_QUOTE: QuotedPayout = { quote: undefined, problem: undefined };

/** Quote for the input, refreshed while the page is visible; `first`: the quote the page was served with. */
export function usePayoutQuote({ balance, amount, payment_system_id: systemId }: QuoteRequest, first = NO_QUOTE): QuotedPayout {
  const { locale, t } = useTranslation();
  // null: no response. Translated at render: as a dependency of the effect, the translator would restart it
  const [{ quote, problem }, setState] = useState<QuoteState>(first);
  useEffect(() => {
    let isCurrent = true;
    const loadQuote = async () => {
      if (document.visibilityState === 'hidden') return;
      const body = { purse: balance, amount, payment_system_id: systemId };
      const answer = await call(quotePayout, { body }, browserTransport(locale));
      if (!isCurrent) return;
      setState((previous) => ({
        quote: answer.ok ? answer.data.attributes : answer.status === 0 ? previous.quote : undefined,
        problem: answer.ok ? undefined : (answer.errors[0]?.message ?? null),
      }));
    };
    const typingTimer = setTimeout(() => void loadQuote(), TYPING_PAUSE_MS);
    const refreshTimer = setInterval(() => void loadQuote(), REFRESH_MS);
    return () => {
      isCurrent = false;
      clearTimeout(typingTimer);
      clearInterval(refreshTimer);
    };
  }, [balance, amount, systemId, locale]);
  const isForInput = quote?.purse === balance && quote.payment_system_id === systemId;
  return { quote: isForInput ? quote : undefined, problem: problem === null ? t('account.unanswered') : problem };
}

const FORM_NAME = 'withdraw';

type FormState = Pick<WithdrawState, 'system' | 'input'>;

interface PreservedForm extends FormState {
  readonly systems: readonly System[];
  readonly restore: (state: FormState) => void;
}

/** State stored by the page in the other language. Each part is checked: it was stored in the browser. */
function readStored({ systems, system, input }: PreservedForm): FormState | undefined {
  const stored = takeInput(FORM_NAME);
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
function usePreservedWithdrawal(form: RefObject<HTMLFormElement | null>, preserved: PreservedForm): void {
  const latest = useRef(preserved);
  latest.current = preserved;
  useLayoutEffect(() => {
    const { restore } = latest.current;
    const state = readStored(latest.current) ?? (form.current === null ? undefined : readRendered(form.current, latest.current));
    if (state !== undefined) restore(state);
  }, [form]);
  useEffect(
    () =>
      registerInput(FORM_NAME, () => {
        const { system, input } = latest.current;
        // Stored as JSON: the names do not change
        const { balance, amount, walletId, values } = input;
        return { purse: balance, amount, walletId, values, systemId: system.id };
      }),
    [],
  );
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

interface FormOptions extends Pick<WithdrawData, 'purses' | 'systems' | 'wallets'> {
  readonly defaultSystem: System;
  /** Result of a submission without scripts. */
  readonly returned: ReturnedWithdrawal | undefined;
}

/** The returned input, else the fuller balance and a saved wallet. */
function initialInput({ purses, systems, wallets, defaultSystem, returned }: FormOptions): FormState {
  const system = systems.find(({ id }) => id === returned?.systemId) ?? defaultSystem;
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
  const richest = purses.toSorted((a, b) => Number(b.available_amount) - Number(a.available_amount))[0];
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
  return { system, input, refusedSubmission: { input, errors: returned?.errors ?? [] }, state };
}

/** State of the withdrawal form. An attempt keeps its idempotency key until a response comes. */
export function useWithdrawForm(options: FormOptions) {
  const { systems, wallets, returned } = options;
  const { t, to, locale } = useTranslation();
  const api = useAccountCall();
  const navigate = useNavigate();
  const [{ system, input, refusedSubmission, state }, dispatch] = useReducer(withdrawReducer, options, initialState);
  const ref = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(ref);
  useEffect(() => void loadRefusalMessages(locale), [locale]);
  usePreservedWithdrawal(ref, { system, input, systems, restore: (restored) => dispatch({ kind: 'restored', ...restored }) });
  const idempotencyKey = useRef(returned?.idempotencyKey);

  const change = (part: Partial<WithdrawalInput>) => {
    dispatch({ kind: 'changed', part });
    idempotencyKey.current = undefined;
  };
  const selectSystem = (selected: System) => {
    dispatch({ kind: 'system', system: selected, walletId: walletsFor(wallets, 'outcome', selected)[0]?.id ?? '' });
    idempotencyKey.current = undefined;
  };
  const refuse = (kind: 'invalid' | 'refused' | 'unanswered', errors: readonly CallError[]) => {
    dispatch({ kind, refusedSubmission: { input, errors } });
    focusInvalid();
  };
  const send = async () => {
    if (state === 'sending') return;
    await loadRefusalMessages(locale);
    const localErrors = inputErrors(input, system, t);
    if (localErrors.length > 0) return refuse('invalid', localErrors);
    dispatch({ kind: 'sending' });
    idempotencyKey.current ??= crypto.randomUUID();
    const created = await api(createPayout, { body: payoutBodyOf(input, system.id), idempotencyKey: idempotencyKey.current });
    if (created.ok || (created.status !== 0 && created.status < 500)) idempotencyKey.current = undefined;
    if (created.ok) return await navigate(to(`/withdrawal/${created.data.id}`), { state: { isAsked: true } });
    // Spec 8 has one message, whatever the cause
    if (created.errors.length === 0 || created.status >= 500) return refuse('unanswered', []);
    return refuse('refused', created.errors);
  };
  const { errors } = refusedSubmission;
  return {
    input,
    system,
    savedWallets: walletsFor(wallets, 'outcome', system),
    change,
    selectSystem,
    systems,
    send: () => void send(),
    isSending: state === 'sending',
    ref,
    fieldErrors: currentErrors(refusedSubmission, input),
    needsLookalikeConfirmation: errors.some(({ code }) => code === 'lookalike') || input.confirmsLookalike,
    needsProof: errors.some(({ code }) => code === 'fresh_factor_required'),
    /** Spec 8: messages that belong to no field. */
    generalErrors: state === 'unanswered' ? [t('withdrawal.form.not_created')] : otherMessages(errors, system, returned),
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
