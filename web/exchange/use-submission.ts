import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useFetcher } from 'react-router';
import { useWords } from '#web/i18n/use-words.ts';
import { endsAttempt, type NotCreated } from './not-created.ts';
import { type OpenOrder, openOrdersIn } from './open-orders.ts';
import type { OrderForm } from './order-form.ts';
import type { Question } from './question.ts';
import { amountField } from './standing.ts';
import type { Calculation, Side } from './systems.ts';
import type { Quoted } from './use-quote.ts';

export interface Submission {
  readonly isSending: boolean;
  /** The proof of work that the API asked for is being done; the form is sent again with it. */
  readonly isProving: boolean;
  /** It was to be sent without an amount. */
  readonly lacksAmount: boolean;
  /** Nobody answered: the same attempt may be repeated safely. */
  readonly isUnanswered: boolean;
  /** The destination as it stands looks like another of his: he is to say that he has compared them. */
  readonly lookalike: string | null;
  /** Refusals that belong to no field; none where nobody has answered, which is said by itself. */
  readonly messages: readonly string[];
  /** His unpaid orders, where they are the reason. */
  readonly openOrders: readonly OpenOrder[];
  readonly question: Question | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Takes the new numbers and sends the form again. */
  readonly acceptRate: () => void;
  readonly dropQuestion: () => void;
}

/** Code for what follows a refusal comes when there is one; where it does not come, the refusal stands as it was said. */
const loadQuestions = async () => {
  const [questions] = await Promise.all([import('./question.ts'), import('./RateQuestion.tsx')]);
  return questions;
};
const loadProof = () => import('#web/captcha/prove.ts').catch(() => undefined);

/** Sends the form once, whatever the network does: the key of an attempt is kept until the API has answered it. */
export function useSubmission(form: OrderForm, quoted: Quoted, posted: NotCreated | undefined): Submission {
  const fetcher = useFetcher<NotCreated>();
  const element = useRef<HTMLFormElement | null>(null);
  const key = useRef<string | null>(posted?.again?.attempt?.key ?? null);
  const sent = useRef<Calculation | null>(null);
  const proven = useRef<string | undefined>(undefined);
  const [question, setQuestion] = useState<Question | null>(null);
  const [answer, setAnswer] = useState<NotCreated | null>(posted ?? null);
  const [lookalike, setLookalike] = useState(() => lookalikeIn(posted, form));
  const [isProving, setIsProving] = useState(false);
  const isSending = fetcher.state !== 'idle' || isProving;
  const { locale } = useWords();
  const [lacksAmount, setLacksAmount] = useState(false);
  const focusRefused = useFocusRefused(element);

  const send = (fresh: Calculation, proof?: string) => {
    const target = element.current;
    if (target === null) return;
    const asked = amountField(quoted.ask.side);
    // What nobody has answered is sent as it was: with the numbers that have come since it would be another order
    const { current: last } = sent;
    const isSame = key.current !== null && last?.[asked] === fresh[asked] && last.slot_id === fresh.slot_id;
    const calculation = isSame ? last : fresh;
    key.current ??= crypto.randomUUID();
    sent.current = calculation;
    const body = new FormData(target);
    body.set('idempotency_key', key.current);
    body.set('rate_calculation_id', calculation.id);
    body.set('slot_id', calculation.slot_id ?? '');
    body.set('side', quoted.ask.side);
    body.set('amount', calculation[asked]);
    // A repeated attempt is the same request to the byte, its proof included
    proven.current = proof ?? (isSame ? proven.current : undefined);
    if (proven.current !== undefined) body.set('captcha_token', proven.current);
    void fetcher.submit(body, { method: 'post' });
  };

  /** Does the work that was asked for and sends the same again; shows the refusal where there is no proof. */
  const sendWithProof = async (calculation: Calculation, refused: NotCreated) => {
    setIsProving(true);
    const proof = await (await loadProof())?.prove(locale, { isAsked: true });
    setIsProving(false);
    if (proof?.ok === true) return send(calculation, proof.token);
    const message = proof?.message ?? null;
    setAnswer(message === null ? refused : { ...refused, errors: refused.errors.map((error) => ({ ...error, message })) });
  };

  const acceptRate = (after: Calculation) => {
    quoted.take(after);
    setQuestion(null);
    send(after);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    element.current = event.currentTarget;
    const { ask, calculation, isStale, problem } = quoted;
    setLacksAmount(ask.amount.trim() === '');
    if (ask.amount.trim() === '') return focusAmount(event.currentTarget, ask.side);
    if (isSending) return;
    const isPriced = calculation !== null && !isStale && problem === null;
    if (isPriced) {
      setAnswer(null);
      setQuestion(null);
    }
    const { currentTarget } = event;
    // Wrong fields are named whether or not the numbers are there
    void form.checkAll().then((wrong) => (wrong.length > 0 ? focusRefused() : isPriced ? send(calculation) : focusFirst(currentTarget)));
  };

  const react = async (received: NotCreated) => {
    if (endsAttempt(received)) key.current = null;
    if (sent.current !== null && proven.current === undefined && received.errors.some(({ code }) => code === 'captcha_required'))
      return void sendWithProof(sent.current, received);
    const questions = received.errors.length === 0 ? undefined : await loadQuestions().catch(() => undefined);
    const asked = questions?.questionOf(received.errors, sent.current) ?? null;
    if (asked?.kind === 'rate_changed' && questions?.isNotWorse(asked.after, asked.before) === true) return acceptRate(asked.after);
    setAnswer(received);
    setLookalike(lookalikeIn(received, form));
    setQuestion(asked);
    if (asked?.kind === 'slot_gone' && sent.current?.slot_id != null) quoted.loseSlot(sent.current.slot_id);
    form.placeErrors(received.errors);
    if (asked === null) focusRefused();
  };
  useAnswer(fetcher.data, (received) => void react(received));

  return {
    isSending,
    isProving,
    openOrders: openOrdersIn(answer?.errors ?? []),
    lacksAmount: lacksAmount && quoted.ask.amount.trim() === '',
    lookalike: lookalike !== null && form.typed.outcome[lookalike.key] === lookalike.value ? lookalike.message : null,
    isUnanswered: answer !== null && !answer.isSettled,
    messages:
      answer === null || question !== null || !answer.isSettled
        ? []
        : answer.errors.filter(({ field }) => !isShownAtField(field)).map(({ message }) => message),
    question,
    onSubmit,
    acceptRate: () => {
      if (question?.kind === 'rate_changed') acceptRate(question.after);
    },
    dropQuestion: () => setQuestion(null),
  };
}

/** The destination that was asked about, as it stood in its field: another text is asked about anew. */
function lookalikeIn(answer: NotCreated | undefined, { typed }: OrderForm) {
  const asked = answer?.errors.find(({ code }) => code === 'lookalike');
  const key = asked?.field?.split('/').at(-1);
  return asked === undefined || key === undefined ? null : { key, value: typed.outcome[key] ?? '', message: asked.message };
}

const isShownAtField = (field: string | null): boolean =>
  field !== null && /^(?:email|accept_terms|(?:income|outcome)_(?:amount$|requisites\/))/.test(field);

/** Reacts to each answer once. */
function useAnswer(answer: NotCreated | undefined, react: (answer: NotCreated) => void): void {
  const latest = useRef(react);
  latest.current = react;
  useEffect(() => {
    if (answer !== undefined) latest.current(answer);
  }, [answer]);
}

const focusAmount = (form: HTMLFormElement, side: Side): void =>
  form.querySelector<HTMLInputElement>(`[name="${amountField(side)}"]`)?.focus();

const focusFirst = (form: HTMLFormElement | null): void => form?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();

/** Focuses the first refused field once its error is drawn: asked for after the errors were set, so an effect comes after them. */
function useFocusRefused(form: RefObject<HTMLFormElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) focusFirst(form.current);
  }, [asked, form]);
  return () => setAsked((times) => times + 1);
}
