import { lazy, Suspense, use, useRef } from 'react';
import { Link } from 'react-router';
import { pairPath } from '#core/link/pair-path.ts';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { Counter, type CounterProps } from './Counter.tsx';
import { fieldsOf } from './fields.ts';
import { useOrderForm, type OrderForm } from './order-form.ts';
import type { OrderFailure, UnansweredSubmission } from './order-failure.ts';
import { useIsSignedIn } from '#web/requisites/saved-wallets.ts';
import { RequisiteFields } from './RequisiteFields.tsx';
import { SlotChips } from './SlotChips.tsx';
import { SubmitBar, type SubmitBarProps } from './SubmitBar.tsx';
import {
  outcomeSystemsFor,
  incomeSystems,
  changeSide,
  type Side,
  type System,
  type Calculation,
  type Pair,
} from '#web/catalogue/systems.ts';
import type { LiveQuote } from './use-quote.ts';
import { useInitialInput } from './use-initial-input.ts';
import { useSubmission, type Submission } from './use-submission.ts';
import { NonceContext } from '#web/loading/page-parts.ts';

/* Below the amounts, hydrated after the form. */
const Conditions = latePart(async () => (await import('./RateDetails.tsx')).Conditions);
const BreakdownRows = latePart(async () => (await import('./RateDetails.tsx')).BreakdownRows);
/** Loaded when the customer has saved requisites. */
const SavedRequisites = latePart(async () => (await import('./SavedRequisites.tsx')).SavedRequisites);
/** Loaded when a refusal lists open orders. */
const OpenOrders = latePart(async () => (await import('./OpenOrders.tsx')).OpenOrders);
/** Loaded after a refusal. */
const RateQuestion = lazy(async () => ({ default: (await retryUntilLoaded(() => import('./RateQuestion.tsx'))).RateQuestion }));

interface ExchangeFormProps extends CounterProps {
  /** Response to a form sent without scripts. */
  readonly postFailure: OrderFailure | undefined;
  readonly closed: SubmitBarProps['closed'];
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
    <CheckedForm ref={element} method="post" action={actionUrl} onSubmit={submission.onSubmit} className="group/form">
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

/** Conditions of the direction, and the parts of the rate with every fee in money, collapsed. */
function Breakdown({ pair, calculation }: { readonly pair: Pair; readonly calculation: Calculation }) {
  const { t } = useTranslation();
  return (
    <>
      <Conditions pair={pair} calculation={calculation} />
      <details className="group mt-3 sm:mt-5 group-data-typed/form:invisible">
        <summary className="link inline-block min-h-6 text-sm font-medium">{t('exchange.breakdown.title')}</summary>
        <div className="mt-2 max-w-xl">
          <BreakdownRows pair={pair} calculation={calculation} />
          <p className="mt-2 text-sm text-muted">{t(`exchange.breakdown.${calculation.rate_type}`)}</p>
        </div>
      </details>
    </>
  );
}

/**
 * Inline script of the served page. Input made before the scripts are loaded does not match the other amount shown, which is cleared
 * until the quote is requested.
 */
const CLEAR_OTHER_AMOUNT = `(function (form) {
  var other = { income_amount: 'outcome_amount', outcome_amount: 'income_amount' };
  form.addEventListener('input', function (event) {
    var field = form.elements[other[event.target.name]];
    if (!field || 'running' in form.dataset) return;
    field.value = '';
    form.dataset.typed = '';
  });
})(document.currentScript.parentElement)`;

function ClearOtherAmountScript() {
  const nonce = use(NonceContext);
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? CLEAR_OTHER_AMOUNT : '' }} />
  );
}
