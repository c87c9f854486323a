import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useFetcher } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { needsNewKey, type OrderFailure } from './order-failure.ts';
import { type OpenOrder, openOrdersIn } from './open-orders.ts';
import type { OrderForm } from './order-form.ts';
import type { Question } from './question.ts';
import { amountFieldName } from './changed-fields.ts';
import type { Calculation, Side } from '#web/catalogue/systems.ts';
import type { LiveQuote } from './use-quote.ts';

export interface Submission {
  readonly isSending: boolean;
  /** A captcha required by the API is being solved; the form is then sent again. */
  readonly isProving: boolean;
  /** Submitted without an amount. */
  readonly lacksAmount: boolean;
  /** No response: the same submission can be repeated safely. */
  readonly isUnanswered: boolean;
  /** Message: the destination resembles another one of the customer, who must confirm it. */
  readonly lookalike: string | null;
  /** Messages of refusals that belong to no field; empty without a response. */
  readonly messages: readonly string[];
  /** The customer's unpaid orders, if they are the reason. */
  readonly openOrders: readonly OpenOrder[];
  readonly question: Question | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Accepts the new calculation and sends the form again. */
  readonly acceptRate: () => void;
  readonly dropQuestion: () => void;
}

/** Loaded after a refusal; if that fails, the refusal is shown as text. */
const loadQuestions = async () => {
  const [questions] = await Promise.all([import('./question.ts'), import('./RateQuestion.tsx')]);
  return questions;
};
const loadProof = () => import('#web/captcha/prove.ts').catch(() => undefined);

/** Submits the form. The idempotency key is kept until the API responds, so that a lost connection creates one order. */
export function useSubmission(form: OrderForm, quote: LiveQuote, postFailure: OrderFailure | undefined): Submission {
  const fetcher = useFetcher<OrderFailure>();
  const formElement = useRef<HTMLFormElement | null>(null);
  const key = useRef<string | null>(postFailure?.returnedForm?.unanswered?.idempotencyKey ?? null);
  const sent = useRef<Calculation | null>(null);
  const captchaToken = useRef<string | undefined>(undefined);
  const [question, setQuestion] = useState<Question | null>(null);
  const [failure, setFailure] = useState<OrderFailure | null>(postFailure ?? null);
  const [lookalike, setLookalike] = useState(() => lookalikeOf(postFailure, form));
  const [isProving, setIsProving] = useState(false);
  const isSending = fetcher.state !== 'idle' || isProving;
  const { locale } = useTranslation();
  const [lacksAmount, setLacksAmount] = useState(false);
  const focusRefused = useFocusRefused(formElement);

  const send = (newest: Calculation, token?: string) => {
    const target = formElement.current;
    if (target === null) return;
    const amountName = amountFieldName(quote.request.side);
    // Without a response the same calculation is sent again: a newer one would be another order
    const { current: previous } = sent;
    const isSame = key.current !== null && previous?.[amountName] === newest[amountName] && previous.slot_id === newest.slot_id;
    const calculation = isSame ? previous : newest;
    key.current ??= crypto.randomUUID();
    sent.current = calculation;
    const body = new FormData(target);
    body.set('idempotency_key', key.current);
    body.set('rate_calculation_id', calculation.id);
    body.set('slot_id', calculation.slot_id ?? '');
    body.set('side', quote.request.side);
    body.set('amount', calculation[amountName]);
    // A repeated request must be identical, captcha token included
    captchaToken.current = token ?? (isSame ? captchaToken.current : undefined);
    if (captchaToken.current !== undefined) body.set('captcha_token', captchaToken.current);
    void fetcher.submit(body, { method: 'post' });
  };

  /** Solves the captcha and sends the same again; shows the refusal if that fails. */
  const sendWithProof = async (calculation: Calculation, refused: OrderFailure) => {
    setIsProving(true);
    const proof = await (await loadProof())?.prove(locale, { isAsked: true });
    setIsProving(false);
    if (proof?.ok === true) return send(calculation, proof.token);
    const message = proof?.message ?? null;
    setFailure(message === null ? refused : { ...refused, errors: refused.errors.map((error) => ({ ...error, message })) });
  };

  const acceptRate = (after: Calculation) => {
    quote.setCalculation(after);
    setQuestion(null);
    send(after);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    formElement.current = event.currentTarget;
    const { request, calculation, isStale, problem } = quote;
    setLacksAmount(request.amount.trim() === '');
    if (request.amount.trim() === '') return focusAmount(event.currentTarget, request.side);
    if (isSending) return;
    const isPriced = calculation !== null && !isStale && problem === null;
    if (isPriced) {
      setFailure(null);
      setQuestion(null);
    }
    const { currentTarget } = event;
    // Field errors are shown with or without a quote
    void form.checkAll().then((wrong) => (wrong.length > 0 ? focusRefused() : isPriced ? send(calculation) : focusFirst(currentTarget)));
  };

  const react = async (received: OrderFailure) => {
    if (needsNewKey(received)) key.current = null;
    if (sent.current !== null && captchaToken.current === undefined && received.errors.some(({ code }) => code === 'captcha_required'))
      return void sendWithProof(sent.current, received);
    const questions = received.errors.length === 0 ? undefined : await loadQuestions().catch(() => undefined);
    const nextQuestion = questions?.questionOf(received.errors, sent.current) ?? null;
    if (nextQuestion?.kind === 'rate_changed' && questions?.isNoWorse(nextQuestion.after, nextQuestion.before) === true)
      return acceptRate(nextQuestion.after);
    setFailure(received);
    setLookalike(lookalikeOf(received, form));
    setQuestion(nextQuestion);
    if (nextQuestion?.kind === 'slot_gone' && sent.current?.slot_id != null) quote.loseSlot(sent.current.slot_id);
    form.showErrors(received.errors);
    if (nextQuestion === null) focusRefused();
  };
  useResponse(fetcher.data, (received) => void react(received));

  return {
    isSending,
    isProving,
    openOrders: openOrdersIn(failure?.errors ?? []),
    lacksAmount: lacksAmount && quote.request.amount.trim() === '',
    lookalike: lookalike !== null && form.details.outcome[lookalike.key] === lookalike.value ? lookalike.message : null,
    isUnanswered: failure !== null && !failure.isSettled,
    messages:
      failure === null || question !== null || !failure.isSettled
        ? []
        : failure.errors.filter(({ field }) => !isShownAtField(field)).map(({ message }) => message),
    question,
    onSubmit,
    acceptRate: () => {
      if (question?.kind === 'rate_changed') acceptRate(question.after);
    },
    dropQuestion: () => setQuestion(null),
  };
}

/** Destination to be confirmed; edited input needs a new confirmation. */
function lookalikeOf(failure: OrderFailure | undefined, { details }: OrderForm) {
  const error = failure?.errors.find(({ code }) => code === 'lookalike');
  const key = error?.field?.split('/').at(-1);
  return error === undefined || key === undefined ? null : { key, value: details.outcome[key] ?? '', message: error.message };
}

const isShownAtField = (field: string | null): boolean =>
  field !== null && /^(?:email|accept_terms|(?:income|outcome)_(?:amount$|requisites\/))/.test(field);

/** Calls `react` once per response. */
function useResponse(failure: OrderFailure | undefined, react: (failure: OrderFailure) => void): void {
  const latest = useRef(react);
  latest.current = react;
  useEffect(() => {
    if (failure !== undefined) latest.current(failure);
  }, [failure]);
}

const focusAmount = (form: HTMLFormElement, side: Side): void =>
  form.querySelector<HTMLInputElement>(`[name="${amountFieldName(side)}"]`)?.focus();

const focusFirst = (form: HTMLFormElement | null): void => form?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();

/** Focuses the first field with an error, in an effect because its error must be rendered first. */
function useFocusRefused(form: RefObject<HTMLFormElement | null>): () => void {
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (requests > 0) focusFirst(form.current);
  }, [requests, form]);
  return () => setRequests((times) => times + 1);
}
