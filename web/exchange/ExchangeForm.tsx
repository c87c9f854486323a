import { lazy, Suspense, useRef } from 'react';
import { Link } from 'react-router';
import { pairPath } from '#core/link/pair-path.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { Breakdown } from './Breakdown.tsx';
import { Counter, type CounterProps } from './Counter.tsx';
import { fieldsOf } from './fields.ts';
import { useOrderForm, type OrderForm } from './order-form.ts';
import type { OrderFailure, UnansweredSubmission } from './order-failure.ts';
import { useIsSignedIn } from '#web/requisites/saved-wallets.ts';
import { RequisiteFields } from './RequisiteFields.tsx';
import { SlotChips } from './SlotChips.tsx';
import { outcomeSystemsFor, incomeSystems, changeSide, type Side, type System } from '#web/catalogue/systems.ts';
import type { LiveQuote } from './use-quote.ts';
import { useInitialInput } from './use-initial-input.ts';
import { ClearOtherAmountScript } from './ClearOtherAmountScript.tsx';
import { useSubmission, type Submission } from './use-submission.ts';

/** Loaded when the customer has saved requisites. */
const SavedRequisites = latePart(async () => (await import('./SavedRequisites.tsx')).SavedRequisites);
/** Loaded when a refusal lists open orders. */
const OpenOrders = latePart(async () => (await import('./OpenOrders.tsx')).OpenOrders);
/** Loaded with `question.ts`, after a refusal. */
const RateQuestion = lazy(async () => ({ default: (await retryUntilLoaded(() => import('./RateQuestion.tsx'))).RateQuestion }));

export interface ExchangeFormProps extends CounterProps {
  /** Response to a form sent without scripts. */
  readonly postFailure: OrderFailure | undefined;
  /** What is closed to new orders; null: nothing. */
  readonly closed: 'shop' | 'pair' | null;
}

/** The exchange form: amounts, requisites and contact, submit button. */
export function ExchangeForm({ systems, pair, quote, postFailure, closed, onPair }: ExchangeFormProps) {
  const { to } = useTranslation();
  const form = useOrderForm(pair, postFailure);
  const submission = useSubmission(form, quote, postFailure);
  const { calculation, request } = quote;
  const actionUrl = to(`${pairPath(pair.from.id, pair.to.id)}?amount=${encodeURIComponent(calculation?.income_amount ?? '')}`);
  const chooseSlot = (slotId: string | null, outcomeAmount: string | null) => {
    submission.dropQuestion();
    const amounts =
      outcomeAmount === null ? { side: request.side, amount: request.amount } : { side: 'outcome' as const, amount: outcomeAmount };
    quote.setRequest({ ...request, ...amounts, slotId, fitsSlot: false }, 'chosen');
  };
  const element = useRef<HTMLFormElement>(null);
  useInitialInput(element, { pair, quote, form, chooseSlot });
  return (
    <CheckedForm rules={{}} ref={element} method="post" action={actionUrl} onSubmit={submission.onSubmit} className="group/form">
      <ClearOtherAmountScript />
      <Counter systems={systems} pair={pair} quote={quote} onPair={onPair} />
      <HiddenQuoteFields pair={pair} quote={quote} unanswered={postFailure?.returnedForm?.unanswered} />
      {calculation === null ? null : (
        <>
          <SlotChips
            pair={pair}
            slots={calculation.slots}
            lost={quote.lostSlots}
            chosenId={chosenSlot(quote)}
            onChoose={(slot) => chooseSlot(slot?.id ?? null, slot?.outcome_amount ?? null)}
          />
          <Breakdown pair={pair} calculation={calculation} />
        </>
      )}
      <div className="mt-4 md:mt-10">
        <DetailFields systems={systems} pair={pair} form={form} onPair={onPair} />
        {submission.question === null ? null : (
          <Suspense fallback={null}>
            <RateQuestion
              pair={pair}
              question={submission.question}
              onAccept={submission.acceptRate}
              onNextSlot={chooseSlot}
              onDrop={submission.dropQuestion}
            />
          </Suspense>
        )}
        <ConsentAndErrors systems={systems} form={form} submission={submission} />
      </div>
      <SubmitBar pair={pair} quote={quote} submission={submission} closed={closed} />
    </CheckedForm>
  );
}

/** Slot shown as chosen: the pressed one at once, else that of the calculation; null after a refusal. */
function chosenSlot({ request, calculation, isStale, problem }: LiveQuote): string | null {
  if (problem?.kind === 'refused') return null;
  return isStale && !request.fitsSlot ? request.slotId : (calculation?.slot_id ?? null);
}

/** Sent by a form without scripts; with scripts, set again on submit. */
function HiddenQuoteFields({
  pair,
  quote,
  unanswered,
}: Pick<ExchangeFormProps, 'pair' | 'quote'> & { readonly unanswered: UnansweredSubmission | undefined }) {
  const { request, calculation } = quote;
  const amount = request.side === 'income' ? calculation?.income_amount : calculation?.outcome_amount;
  const values = {
    payment_system_from_id: pair.from.id,
    payment_system_to_id: pair.to.id,
    side: request.side,
    amount: amount ?? request.amount,
    quoted_income_amount: calculation?.income_amount ?? '',
    quoted_outcome_amount: calculation?.outcome_amount ?? '',
    rate_calculation_id: calculation?.id ?? '',
    slot_id: calculation?.slot_id ?? '',
    ...unanswered?.quoteFields,
  };
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

function DetailFields({
  systems,
  pair,
  form,
  onPair,
}: Pick<ExchangeFormProps, 'systems' | 'pair' | 'onPair'> & { readonly form: OrderForm }) {
  const { t } = useTranslation();
  const onSystem = (side: Side) => (system: System) => onPair(changeSide(systems, pair, { side, system }));
  const asksIncome = fieldsOf(pair.from, 'income').length > 0;
  return (
    <div className="grid gap-x-8 gap-y-2 md:grid-cols-2 md:gap-y-8 lg:gap-x-56">
      <fieldset className="min-w-0">
        <legend className="mb-1 text-base font-semibold md:mb-3">
          <Unbroken text={t('exchange.form.where_to', { name: pair.to.name })} />
        </legend>
        <div className="grid gap-4">
          {form.savedWallets.length === 0 ? null : <SavedRequisites side="outcome" system={pair.to} form={form} />}
          <RequisiteFields
            side="outcome"
            system={pair.to}
            form={form}
            choices={outcomeSystemsFor(systems, pair.from)}
            onSystem={onSystem('outcome')}
          />
        </div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className={`mb-1 text-base font-semibold md:mb-3 ${asksIncome ? '' : 'max-md:sr-only'}`}>
          <Unbroken text={asksIncome ? t('exchange.form.where_from', { name: pair.from.name }) : t('exchange.form.contact')} />
        </legend>
        <div className="grid gap-4">
          {form.savedWallets.length === 0 ? null : <SavedRequisites side="income" system={pair.from} form={form} />}
          <RequisiteFields side="income" system={pair.from} form={form} choices={incomeSystems(systems)} onSystem={onSystem('income')} />
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            label={t('exchange.form.email')}
            hint={t('exchange.form.email_hint')}
            error={form.errors['email']}
            value={form.details.email}
            onChange={(event) => form.change({ email: event.target.value })}
            onBlur={() => form.checkField('email')}
          />
        </div>
      </fieldset>
    </div>
  );
}

interface ConsentAndErrorsProps {
  readonly systems: readonly System[];
  readonly form: OrderForm;
  readonly submission: Submission;
}

/** Consent to the terms, and why the order was not created. */
function ConsentAndErrors({ systems, form, submission }: ConsentAndErrorsProps) {
  const { t, to } = useTranslation();
  const isSignedIn = useIsSignedIn();
  return (
    <div className="mt-4 grid gap-5 md:mt-8">
      {submission.lookalike === null ? null : (
        <CheckField name="confirm_lookalike" label={t('exchange.form.confirm_lookalike')} error={submission.lookalike} />
      )}
      {isSignedIn ? <CheckField name="save_requisites" label={t('exchange.form.save')} /> : null}
      <CheckField
        name="accept_terms"
        label={
          <>
            {t('exchange.form.terms_before')}{' '}
            <Link className="link" to={to('/terms')} target="_blank">
              {t('exchange.form.terms_link')}
            </Link>
          </>
        }
        error={form.errors['accept_terms']}
        checked={form.details.acceptsTerms}
        onChange={(event) => form.change({ acceptsTerms: event.target.checked })}
      />
      {submission.lacksAmount ? (
        <Notice tone="loss" role="alert">
          {t('exchange.form.lacks_amount')}
        </Notice>
      ) : null}
      {submission.messages.map((message) => (
        <Notice key={message} tone="loss" role="alert">
          {message}
        </Notice>
      ))}
      {submission.openOrders.length === 0 ? null : <OpenOrders orders={submission.openOrders} systems={systems} />}
      {submission.isUnanswered ? (
        <Notice tone="loss" role="alert" title={t('exchange.form.unanswered_title')}>
          {t('exchange.form.unanswered')}
        </Notice>
      ) : null}
    </div>
  );
}

interface SubmitBarProps extends Pick<ExchangeFormProps, 'pair' | 'quote' | 'closed'> {
  readonly submission: Submission;
}

/**
 * The submit button with the outcome amount. On phones it is sticky at the lower edge while its place is below the screen, and hidden
 * during typing (`app.css`).
 */
function SubmitBar({ pair, quote, submission, closed }: SubmitBarProps) {
  const { t, to, locale } = useTranslation();
  const { calculation, isStale, problem } = quote;
  // Without an amount it can be pressed, and reports the missing amount
  const isReady = quote.request.amount.trim() === '' || (calculation !== null && !isStale && problem === null);
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <div className="at-hand -mx-4 flex items-center gap-3 border-t border-line bg-paper px-4 pt-2 md:static md:mx-0 md:mt-5 md:border-0 md:p-0">
        <p className="figures min-w-0 flex-1 text-sm leading-5 group-data-typed/form:invisible md:hidden">
          {closed !== null || calculation === null || problem !== null || quote.isForOtherAmount ? null : (
            <>
              <span className="block text-muted">{t('exchange.form.you_get')}</span>
              <strong className={`text-base ${isStale ? 'opacity-45' : ''}`}>
                {formatMoney(calculation.outcome_amount, pair.to, locale)}
              </strong>
            </>
          )}
        </p>
        {closed === 'shop' ? (
          <a className={buttonLook('plain')} href={to('/break')}>
            {t('exchange.break.wait')}
          </a>
        ) : closed === 'pair' ? (
          <Button type="button" tone="action" className="whitespace-nowrap max-md:px-4 md:min-w-72" disabled>
            {t('exchange.break.pair_action')}
          </Button>
        ) : (
          <Button
            type="submit"
            tone="action"
            className="figures text-lg whitespace-nowrap max-md:px-4 md:min-w-72"
            aria-disabled={!isReady || submission.isSending}
          >
            {submission.isProving
              ? t('exchange.form.proving')
              : submission.isSending
                ? t('exchange.form.sending')
                : t('exchange.form.submit')}
          </Button>
        )}
        <p className="figures hidden text-sm leading-6 text-muted group-data-typed/form:invisible md:block md:pl-3">
          <NextStepText pair={pair} calculation={calculation} isSignedIn={isSignedIn} closed={closed} />
        </p>
      </div>
      <p className="figures mt-1 text-sm leading-6 text-muted group-data-typed/form:invisible md:hidden">
        <NextStepText pair={pair} calculation={calculation} isSignedIn={isSignedIn} closed={closed} />
      </p>
    </>
  );
}

interface NextStepProps extends Pick<ExchangeFormProps, 'pair' | 'closed'> {
  readonly calculation: LiveQuote['calculation'];
  readonly isSignedIn: boolean;
}

function NextStepText({ pair, calculation, isSignedIn, closed }: NextStepProps) {
  const { t, locale } = useTranslation();
  if (closed !== null) return t(closed === 'shop' ? 'exchange.break.typed_stays' : 'exchange.break.what_to_do');
  if (calculation === null) return t('exchange.form.no_numbers');
  const next = t('exchange.form.next', { amount: formatMoney(calculation.income_amount, pair.from, locale) });
  return isSignedIn ? next : `${next} ${t('exchange.form.no_account')}`;
}
