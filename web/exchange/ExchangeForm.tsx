import { lazy, Suspense, useRef } from 'react';
import { Link } from 'react-router';
import { pairPath } from '#core/pair-path.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { latePart } from '#web/shell/late-part.tsx';
import { retryUntilLoaded } from '#web/shell/late-parts.ts';
import { Breakdown } from './Breakdown.tsx';
import { Counter, type CounterProps } from './Counter.tsx';
import { fieldsOf } from './fields.ts';
import { useOrderForm, type OrderForm } from './order-form.ts';
import type { NotCreated, OpenAttempt } from './not-created.ts';
import { useIsSignedIn } from './own-wallets.ts';
import { RequisiteFields } from './RequisiteFields.tsx';
import { SlotChips } from './SlotChips.tsx';
import { gettable, givable, withSide, type Side, type System } from './systems.ts';
import type { Quoted } from './use-quote.ts';
import { useBeginning } from './use-beginning.ts';
import { UntilRunning } from './UntilRunning.tsx';
import { useSubmission, type Submission } from './use-submission.ts';

/** Comes with what somebody has kept. */
const SavedRequisites = latePart(async () => (await import('./SavedRequisites.tsx')).SavedRequisites);
/** Comes when a refusal lists some. */
const OpenOrders = latePart(async () => (await import('./OpenOrders.tsx')).OpenOrders);
/** Comes with the code that asks the question. */
const RateQuestion = lazy(async () => ({ default: (await retryUntilLoaded(() => import('./RateQuestion.tsx'))).RateQuestion }));

export interface ExchangeFormProps extends CounterProps {
  /** The answer to a form that was sent without scripts. */
  readonly posted: NotCreated | undefined;
  /** What takes no orders now; null: they are taken. */
  readonly closed: 'shop' | 'pair' | null;
}

/** The whole exchange: two trays with the board between them, where the money goes, and one action. */
export function ExchangeForm({ systems, pair, quoted, posted, closed, onPair }: ExchangeFormProps) {
  const { to } = useWords();
  const form = useOrderForm(pair, posted);
  const submission = useSubmission(form, quoted, posted);
  const { calculation, ask } = quoted;
  const address = to(`${pairPath(pair.from.id, pair.to.id)}?amount=${encodeURIComponent(calculation?.income_amount ?? '')}`);
  const chooseSlot = (slotId: string | null, outcomeAmount: string | null) => {
    submission.dropQuestion();
    const amounts = outcomeAmount === null ? { side: ask.side, amount: ask.amount } : { side: 'outcome' as const, amount: outcomeAmount };
    quoted.askFor({ ...ask, ...amounts, slotId, fitsSlot: false }, 'chosen');
  };
  const element = useRef<HTMLFormElement>(null);
  useBeginning(element, { pair, quoted, form, chooseSlot });
  return (
    <CheckedForm rules={{}} ref={element} method="post" action={address} onSubmit={submission.onSubmit} className="group/form">
      <UntilRunning />
      <Counter systems={systems} pair={pair} quoted={quoted} onPair={onPair} />
      <HiddenNumbers pair={pair} quoted={quoted} open={posted?.again?.attempt} />
      {calculation === null ? null : (
        <>
          <SlotChips
            pair={pair}
            slots={calculation.slots}
            lost={quoted.lostSlots}
            chosenId={chosenSlot(quoted)}
            onChoose={(slot) => chooseSlot(slot?.id ?? null, slot?.outcome_amount ?? null)}
          />
          <Breakdown pair={pair} calculation={calculation} />
        </>
      )}
      <div className="mt-4 md:mt-10">
        <Details systems={systems} pair={pair} form={form} onPair={onPair} />
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
        <Ending systems={systems} form={form} submission={submission} />
      </div>
      <Action pair={pair} quoted={quoted} submission={submission} closed={closed} />
    </CheckedForm>
  );
}

/** The chip that is lit: the pressed one at once, else the one in the numbers; none where an amount has no numbers. */
function chosenSlot({ ask, calculation, isStale, problem }: Quoted): string | null {
  if (problem?.kind === 'refused') return null;
  return isStale && !ask.fitsSlot ? ask.slotId : (calculation?.slot_id ?? null);
}

/** What a form without scripts sends; a running page sets them anew when it sends. */
function HiddenNumbers({ pair, quoted, open }: Pick<ExchangeFormProps, 'pair' | 'quoted'> & { readonly open: OpenAttempt | undefined }) {
  const { ask, calculation } = quoted;
  const amount = ask.side === 'income' ? calculation?.income_amount : calculation?.outcome_amount;
  const values = {
    payment_system_from_id: pair.from.id,
    payment_system_to_id: pair.to.id,
    side: ask.side,
    amount: amount ?? ask.amount,
    quoted_income_amount: calculation?.income_amount ?? '',
    quoted_outcome_amount: calculation?.outcome_amount ?? '',
    rate_calculation_id: calculation?.id ?? '',
    slot_id: calculation?.slot_id ?? '',
    ...open?.numbers,
  };
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

function Details({ systems, pair, form, onPair }: Pick<ExchangeFormProps, 'systems' | 'pair' | 'onPair'> & { readonly form: OrderForm }) {
  const { t } = useWords();
  const onSystem = (side: Side) => (system: System) => onPair(withSide(systems, pair, { side, system }));
  const asksIncome = fieldsOf(pair.from, 'income').length > 0;
  return (
    <div className="grid gap-x-8 gap-y-2 md:grid-cols-2 md:gap-y-8 lg:gap-x-56">
      <fieldset className="min-w-0">
        <legend className="mb-1 text-base font-semibold md:mb-3">
          <Unbroken text={t('exchange.form.where_to', { name: pair.to.name })} />
        </legend>
        <div className="grid gap-4">
          {form.own.length === 0 ? null : <SavedRequisites side="outcome" system={pair.to} form={form} />}
          <RequisiteFields
            side="outcome"
            system={pair.to}
            form={form}
            choices={gettable(systems, pair.from)}
            onSystem={onSystem('outcome')}
          />
        </div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className={`mb-1 text-base font-semibold md:mb-3 ${asksIncome ? '' : 'max-md:sr-only'}`}>
          <Unbroken text={asksIncome ? t('exchange.form.where_from', { name: pair.from.name }) : t('exchange.form.contact')} />
        </legend>
        <div className="grid gap-4">
          {form.own.length === 0 ? null : <SavedRequisites side="income" system={pair.from} form={form} />}
          <RequisiteFields side="income" system={pair.from} form={form} choices={givable(systems)} onSystem={onSystem('income')} />
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            label={t('exchange.form.email')}
            hint={t('exchange.form.email_hint')}
            error={form.errors['email']}
            value={form.typed.email}
            onChange={(event) => form.change({ email: event.target.value })}
            onBlur={() => form.checkField('email')}
          />
        </div>
      </fieldset>
    </div>
  );
}

interface EndingProps {
  readonly systems: readonly System[];
  readonly form: OrderForm;
  readonly submission: Submission;
}

/** The consent, and whatever keeps the order from being made. */
function Ending({ systems, form, submission }: EndingProps) {
  const { t, to } = useWords();
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
        checked={form.typed.acceptsTerms}
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

interface ActionProps extends Pick<ExchangeFormProps, 'pair' | 'quoted' | 'closed'> {
  readonly submission: Submission;
}

/**
 * The one action, with what it brings. On a telephone it stays at hand while its place is below the screen: the same button, drawn
 * where it would be hidden, so that nothing moves and nothing is there twice. Whoever types has the screen to himself (`app.css`).
 */
function Action({ pair, quoted, submission, closed }: ActionProps) {
  const { t, to, locale } = useWords();
  const { calculation, isStale, problem } = quoted;
  // Without an amount it may be pressed: it then says what is missing
  const isReady = quoted.ask.amount.trim() === '' || (calculation !== null && !isStale && problem === null);
  const isSignedIn = useIsSignedIn();
  return (
    <>
      <div className="at-hand -mx-4 flex items-center gap-3 border-t border-line bg-paper px-4 pt-2 md:static md:mx-0 md:mt-5 md:border-0 md:p-0">
        <p className="figures min-w-0 flex-1 text-sm leading-5 group-data-typed/form:invisible md:hidden">
          {closed !== null || calculation === null || problem !== null || quoted.isForeign ? null : (
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
          <Next pair={pair} calculation={calculation} isSignedIn={isSignedIn} closed={closed} />
        </p>
      </div>
      <p className="figures mt-1 text-sm leading-6 text-muted group-data-typed/form:invisible md:hidden">
        <Next pair={pair} calculation={calculation} isSignedIn={isSignedIn} closed={closed} />
      </p>
    </>
  );
}

interface NextProps extends Pick<ExchangeFormProps, 'pair' | 'closed'> {
  readonly calculation: Quoted['calculation'];
  readonly isSignedIn: boolean;
}

function Next({ pair, calculation, isSignedIn, closed }: NextProps) {
  const { t, locale } = useWords();
  if (closed !== null) return t(closed === 'shop' ? 'exchange.break.typed_stays' : 'exchange.break.what_to_do');
  if (calculation === null) return t('exchange.form.no_numbers');
  const next = t('exchange.form.next', { amount: formatMoney(calculation.income_amount, pair.from, locale) });
  return isSignedIn ? next : `${next} ${t('exchange.form.no_account')}`;
}
