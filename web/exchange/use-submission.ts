import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useFetcher } from 'react-router';
import * as z from 'zod/mini';
import { RateCalculationAttributes } from '#contract/rate-calculations.ts';
import { SLOT_KINDS } from '#core/slots/slot.ts';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { NotCreated } from './not-created.ts';
import { type OpenOrder, openOrdersIn } from './OpenOrders.tsx';
import type { OrderForm } from './order-form.ts';
import { prove } from './prove.ts';
import { amountField } from './standing.ts';
import type { Calculation, Side } from './systems.ts';
import type { Quoted } from './use-quote.ts';

/** What a refusal offers in the place of a slot that is gone. */
const NextSlot = z.object({ id: z.string(), kind: z.enum(SLOT_KINDS), outcome_amount: z.nullable(z.string()) });
type Slot = z.output<typeof NextSlot>;

/** A question the visitor has to answer before the order can be made. */
export type Question =
  | { readonly kind: 'rate_changed'; readonly before: Calculation; readonly after: Calculation }
  | { readonly kind: 'slot_gone'; readonly message: string; readonly next: Slot | null };

export interface Submission {
  readonly isSending: boolean;
  /** The proof of work that the API asked for is being done; the form is sent again with it. */
  readonly isProving: boolean;
  /** It was to be sent without an amount. */
  readonly lacksAmount: boolean;
  /** Nobody answered: the same attempt may be repeated safely. */
  readonly isUnanswered: boolean;
  /** Refusals that belong to no field. */
  readonly messages: readonly string[];
  /** His unpaid orders, where they are the reason. */
  readonly openOrders: readonly OpenOrder[];
  readonly question: Question | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Takes the new numbers and sends the form again. */
  readonly acceptRate: () => void;
  readonly dropQuestion: () => void;
}

const CalculationResource = z.object({ id: z.string(), attributes: RateCalculationAttributes });

function questionOf(answer: NotCreated, before: Calculation | null): Question | null {
  const moved = answer.errors.find((error) => error.code === 'rate_changed');
  const fresh = z.safeParse(CalculationResource, moved?.meta['rate_calculation']);
  if (fresh.success && before !== null) return { kind: 'rate_changed', before, after: { ...fresh.data.attributes, id: fresh.data.id } };
  const gone = answer.errors.find((error) => error.code === 'slot_unavailable');
  if (gone === undefined) return null;
  const next = z.safeParse(NextSlot, gone.meta['next_slot']);
  return { kind: 'slot_gone', message: gone.message, next: next.success ? next.data : null };
}

const atLeast = (left: string, right: string): boolean => {
  const [a, b] = [fractionFromDecimal(left), fractionFromDecimal(right)];
  return a !== undefined && b !== undefined && compare(a, b) >= 0;
};

/** Whether new numbers cost the customer nothing: no less to get, no more to give (domain 3: such a difference is applied, not asked). */
export const isNotWorse = (
  after: Pick<Calculation, 'income_amount' | 'outcome_amount'>,
  before: Pick<Calculation, 'income_amount' | 'outcome_amount'>,
): boolean => atLeast(after.outcome_amount, before.outcome_amount) && atLeast(before.income_amount, after.income_amount);

/** Sends the form once, whatever the network does: the key of an attempt is kept until the API has answered it. */
export function useSubmission(form: OrderForm, quoted: Quoted, posted: NotCreated | undefined): Submission {
  const fetcher = useFetcher<NotCreated>();
  const element = useRef<HTMLFormElement | null>(null);
  const key = useRef<string | null>(null);
  const sent = useRef<Calculation | null>(null);
  const isProven = useRef(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const [answer, setAnswer] = useState<NotCreated | null>(posted ?? null);
  const [isProving, setIsProving] = useState(false);
  const isSending = fetcher.state !== 'idle' || isProving;
  const { locale } = useWords();
  const [lacksAmount, setLacksAmount] = useState(false);

  const send = (calculation: Calculation, proof?: string) => {
    const target = element.current;
    if (target === null) return;
    key.current ??= crypto.randomUUID();
    sent.current = calculation;
    const body = new FormData(target);
    body.set('idempotency_key', key.current);
    body.set('rate_calculation_id', calculation.id);
    body.set('slot_id', calculation.slot_id ?? '');
    body.set('side', quoted.ask.side);
    body.set('amount', quoted.ask.side === 'income' ? calculation.income_amount : calculation.outcome_amount);
    if (proof !== undefined) body.set('captcha_token', proof);
    isProven.current = proof !== undefined;
    void fetcher.submit(body, { method: 'post' });
  };

  /** Does the work that was asked for and sends the same again; shows the refusal where there is no proof. */
  const sendWithProof = async (calculation: Calculation, refused: NotCreated) => {
    setIsProving(true);
    const proof = await prove(locale);
    setIsProving(false);
    if (proof === null) setAnswer(refused);
    else send(calculation, proof);
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
    if (isSending || calculation === null || isStale || problem !== null) return focusFirst(event.currentTarget);
    setAnswer(null);
    setQuestion(null);
    void form.checkAll().then((wrong) => (wrong.length === 0 ? send(calculation) : focusSoon(element.current)));
  };

  useAnswer(fetcher.data, (received) => {
    if (received.isSettled) key.current = null;
    if (sent.current !== null && !isProven.current && received.errors.some(({ code }) => code === 'captcha_required'))
      return void sendWithProof(sent.current, received);
    const asked = questionOf(received, sent.current);
    if (asked?.kind === 'rate_changed' && isNotWorse(asked.after, asked.before)) return acceptRate(asked.after);
    setAnswer(received);
    setQuestion(asked);
    if (asked?.kind === 'slot_gone' && sent.current?.slot_id != null) quoted.loseSlot(sent.current.slot_id);
    form.placeErrors(received.errors);
    if (asked === null) focusSoon(element.current);
  });

  return {
    isSending,
    isProving,
    openOrders: openOrdersIn(answer?.errors ?? []),
    lacksAmount: lacksAmount && quoted.ask.amount.trim() === '',
    isUnanswered: answer !== null && !answer.isSettled,
    messages:
      answer === null || question !== null ? [] : answer.errors.filter(({ field }) => !isShownAtField(field)).map(({ message }) => message),
    question,
    onSubmit,
    acceptRate: () => {
      if (question?.kind === 'rate_changed') acceptRate(question.after);
    },
    dropQuestion: () => setQuestion(null),
  };
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

/** After the errors have been drawn. */
const focusSoon = (form: HTMLFormElement | null): void => void requestAnimationFrame(() => focusFirst(form));
