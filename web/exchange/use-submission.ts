import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useFetcher } from 'react-router';
import { focusInvalid, useFocusInvalid } from '#ui/field-errors.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type Attempt, createAttempt, type OrderRequest } from './order-attempt.ts';
import { type OrderFailure, type OpenOrder, openOrdersIn } from './order-failure.ts';
import type { OrderForm } from './order-form.ts';
import type { Question } from './RateQuestion.tsx';
import { amountFieldName } from './fields.ts';
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
const loadQuestions = () => import('./RateQuestion.tsx');
const loadProof = () => import('#web/captcha/prove.ts').catch(() => undefined);

/** Submits the form. Its attempt keeps the idempotency key until the API responds. */
export function useSubmission(form: OrderForm, quote: LiveQuote, postFailure: OrderFailure | undefined): Submission {
  const fetcher = useFetcher<OrderFailure>();
  const formElement = useRef<HTMLFormElement | null>(null);
  const [attempt] = useState(() => createAttempt(postFailure?.returnedForm?.unanswered?.idempotencyKey ?? null));
  const [lastResponse, setLastResponse] = useState(() => lastResponseOf(postFailure, null, form));
  const changeLastResponse = (part: Partial<LastResponse>) => setLastResponse((previous) => ({ ...previous, ...part }));
  const [lacksAmount, setLacksAmount] = useState(false);
  const captcha = useCaptcha();
  const isSending = fetcher.state !== 'idle' || captcha.isProving;
  const isWithoutAmount = quote.request.amount.trim() === '';
  const focusFirstInvalid = useFocusInvalid(formElement);

  const send = (newest: Calculation, token?: string) => {
    const { current: element } = formElement;
    if (element !== null) void fetcher.submit(bodyOf(element, attempt.nextRequest(newest, quote.request.side, token)), { method: 'post' });
  };
  const acceptRate = (after: Calculation) => {
    quote.setCalculation(after);
    changeLastResponse({ question: null });
    send(after);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    formElement.current = currentTarget;
    setLacksAmount(isWithoutAmount);
    if (isWithoutAmount) return focusAmount(currentTarget, quote.request.side);
    if (isSending) return;
    const calculation = quote.isStale || quote.problem !== null ? null : quote.calculation;
    if (calculation !== null) changeLastResponse({ failure: null, question: null });
    // Field errors are shown with or without a quote
    void form.checkAll().then((invalidFields) => {
      if (invalidFields.length > 0) focusFirstInvalid();
      else if (calculation !== null) send(calculation);
      else focusInvalid(currentTarget);
    });
  };
  const handleResponse = async (received: OrderFailure) => {
    attempt.receive(received);
    const { sent } = attempt;
    if (sent !== null && attempt.needsCaptcha(received))
      return await captcha.prove(received, {
        onProof: (token) => send(sent, token),
        onFailure: (failure) => changeLastResponse({ failure }),
      });
    const { nextQuestion, acceptedRate } = await questionAfter(received, attempt);
    if (acceptedRate !== undefined) return acceptRate(acceptedRate);
    setLastResponse(lastResponseOf(received, nextQuestion, form));
    if (nextQuestion?.kind === 'slot_gone' && attempt.sent?.slot_id != null) quote.loseSlot(attempt.sent.slot_id);
    form.showErrors(received.errors);
    if (nextQuestion === null) focusFirstInvalid();
  };
  useResponse(fetcher.data, (received) => void handleResponse(received));
  return {
    isSending,
    isProving: captcha.isProving,
    lacksAmount: lacksAmount && isWithoutAmount,
    ...viewOf(lastResponse, form),
    onSubmit,
    acceptRate: () => (lastResponse.question?.kind === 'rate_changed' ? acceptRate(lastResponse.question.after) : undefined),
    dropQuestion: () => changeLastResponse({ question: null }),
  };
}

/** What is shown of the last response. */
interface LastResponse {
  readonly failure: OrderFailure | null;
  readonly question: Question | null;
  /** Destination to be confirmed; edited input needs a new confirmation. */
  readonly lookalike: { readonly key: string; readonly value: string; readonly message: string } | null;
}

function lastResponseOf(failure: OrderFailure | undefined, question: Question | null, { details }: OrderForm): LastResponse {
  const error = failure?.errors.find(({ code }) => code === 'lookalike');
  const key = error?.field?.split('/').at(-1);
  const lookalike = error === undefined || key === undefined ? null : { key, value: details.outcome[key] ?? '', message: error.message };
  return { failure: failure ?? null, question, lookalike };
}

type ResponseView = Pick<Submission, 'openOrders' | 'lookalike' | 'isUnanswered' | 'messages' | 'question'>;

const viewOf = ({ failure, question, lookalike }: LastResponse, { details }: OrderForm): ResponseView => ({
  openOrders: openOrdersIn(failure?.errors ?? []),
  lookalike: lookalike !== null && details.outcome[lookalike.key] === lookalike.value ? lookalike.message : null,
  isUnanswered: failure !== null && !failure.isSettled,
  messages: question === null ? messagesOf(failure) : [],
  question,
});

interface NextStep {
  readonly nextQuestion: Question | null;
  /** A changed rate that is no worse: accepted without asking. */
  readonly acceptedRate?: Calculation;
}

async function questionAfter({ errors }: OrderFailure, attempt: Attempt): Promise<NextStep> {
  const questions = errors.length === 0 ? undefined : await loadQuestions().catch(() => undefined);
  const nextQuestion = questions?.questionOf(errors, attempt.sent) ?? null;
  if (nextQuestion?.kind === 'rate_changed' && questions?.isNoWorse(nextQuestion.after, nextQuestion.before) === true)
    return { nextQuestion, acceptedRate: nextQuestion.after };
  return { nextQuestion };
}

interface ProofHandlers {
  readonly onProof: (token: string) => void;
  readonly onFailure: (failure: OrderFailure) => void;
}

/** Solves the captcha that a refusal requires; if that fails, the refusal is shown. */
function useCaptcha() {
  const { locale } = useTranslation();
  const [isProving, setIsProving] = useState(false);
  const prove = async (refusal: OrderFailure, { onProof, onFailure }: ProofHandlers) => {
    setIsProving(true);
    const proof = await (await loadProof())?.prove(locale, { isRequired: true });
    setIsProving(false);
    if (proof?.ok === true) return onProof(proof.token);
    const message = proof?.message ?? null;
    onFailure(message === null ? refusal : { ...refusal, errors: refusal.errors.map((error) => ({ ...error, message })) });
  };
  return { isProving, prove };
}

/** The form with what the attempt adds. */
function bodyOf(form: HTMLFormElement, { idempotencyKey, side, calculation, captchaToken }: OrderRequest): FormData {
  const body = new FormData(form);
  body.set('idempotency_key', idempotencyKey);
  body.set('rate_calculation_id', calculation.id);
  body.set('slot_id', calculation.slot_id ?? '');
  body.set('side', side);
  body.set('amount', calculation[amountFieldName(side)]);
  if (captchaToken !== undefined) body.set('captcha_token', captchaToken);
  return body;
}

/** Messages of a refusal that belong to no field. */
const messagesOf = (failure: OrderFailure | null): readonly string[] =>
  failure?.isSettled === true ? failure.errors.filter(({ field }) => !isShownAtField(field)).map(({ message }) => message) : [];

const isShownAtField = (field: string | null): boolean =>
  field !== null && /^(?:email|accept_terms|(?:income|outcome)_(?:amount$|requisites\/))/.test(field);

/** Calls `handleResponse` once per response. */
function useResponse(failure: OrderFailure | undefined, handleResponse: (failure: OrderFailure) => void): void {
  const latest = useRef(handleResponse);
  latest.current = handleResponse;
  useEffect(() => {
    if (failure !== undefined) latest.current(failure);
  }, [failure]);
}

const focusAmount = (form: HTMLFormElement, side: Side): void =>
  form.querySelector<HTMLInputElement>(`[name="${amountFieldName(side)}"]`)?.focus();
