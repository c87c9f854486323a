import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Perforation, Slip } from '#ui/Slip.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { isEstimated } from '#core/order/estimate.ts';
import { isFinal } from '#core/order/status.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { useBackCloses } from '#web/layout/use-back-closes.ts';
import { Countdown } from './Countdown.tsx';
import { useProviderReturn } from './provider-return.ts';
import { HandoverPart } from './HandoverPart.tsx';
import { CreateAccountForm, AccountCreatedNotice } from './CreateAccount.tsx';
import { LateNotices } from './LateNotices.tsx';
import type { OpenedOrder } from './load-order.ts';
import { STEP_OF, STEPS, type Order, type Sides } from './order.ts';
import { OrderRows } from './OrderRows.tsx';
import { type ProviderPageState, stateMessages, tabTitleOf } from './state-messages.ts';
import { STATE_VIEW } from './states/by-status.ts';
import { Surplus } from './Surplus.tsx';
import { Timeline } from './Timeline.tsx';
import { useLiveOrder, type LiveOrder } from './use-live-order.ts';
import { type ActionFailure, useOrderActions, type OrderActions } from './use-order-actions.ts';
import { useRequisites } from './use-requisites.ts';
import { useStateIcon } from './use-state-icon.ts';

/** Loaded for completed orders only. */
const AskReview = latePart(async () => (await import('./AskReview.tsx')).AskReview);

export interface OrderPageProps extends OpenedOrder {
  readonly mode: 'demo' | 'production';
  readonly isNew: 'yes' | 'no';
  /** An account was just made from this order. */
  readonly isAccountCreated: boolean;
  /** Refusal of an action that was submitted without scripts. */
  readonly rejectedAction: ActionFailure | undefined;
}

/** An order: its state and next step, then its figures, then its history. */
export function OrderPage({
  order: opened,
  requisites,
  sides,
  review,
  mode,
  isNew: fresh,
  isAccountCreated: isKept,
  rejectedAction: refused,
}: OrderPageProps) {
  const live = useLiveOrder(opened);
  const { order } = live;
  const { t, locale } = useTranslation();
  const actions = useOrderActions(live, refused);
  const requisitesState = useRequisites(order, requisites);
  const hasReturned = useProviderReturn(order.id);
  const paysOnProviderPage = requisitesState.requisites !== null && requisitesState.requisites.kind !== 'requisites';
  const View = STATE_VIEW[order.status];
  useStateIcon(order.status);
  return (
    <div className="mx-auto max-w-[38rem] px-4 pt-6 pb-16 sm:px-6 md:pt-10 print:mx-0 print:p-0">
      <title>{t('order.page_title', { state: t(tabTitleOf(order)), id: order.id.slice(0, 6) })}</title>
      <ConnectionNotice connection={live.connection} />
      {isKept ? <AccountCreatedNotice order={order} /> : null}
      <HandoverPart orderId={order.id} />
      <Slip fresh={fresh}>
        <p className="mb-3 hidden font-bold print:block">{t('shell.full_name')}</p>
        <p className="figures mb-5 flex flex-col justify-between gap-x-4 text-sm text-muted sm:flex-row">
          <span className="break-all">{t('order.number', { id: order.id })}</span>
          <time dateTime={order.created_at}>{formatDateTime(order.created_at, locale)}</time>
        </p>
        <Head
          order={order}
          requestedAmount={requisitesState.requisites?.amount}
          sides={sides}
          providerPage={paysOnProviderPage ? (hasReturned ? 'back' : 'to_go') : null}
        />
        <Countdown order={order} readAt={live.readAt} />
        {isFinal(order.status) ? null : <ReloadLink order={order} />}
        <Surplus order={order} sides={sides} actions={actions} />
        <div className="mt-6">
          <View order={order} sides={sides} requisitesState={requisitesState} actions={actions} readAt={live.readAt} mode={mode} />
        </div>
        <Perforation />
        <OrderRows order={order} sides={sides} />
        <Perforation />
        <Timeline order={order} sides={sides} />
        <OrderLinks order={order} actions={actions} />
      </Slip>
      {order.status === 'completed' && review !== undefined ? <AskReview orderId={order.id} review={review} /> : null}
      <LateNotices order={order} />
      <CreateAccountForm order={order} />
    </div>
  );
}

/** Reloads the page without scripts. An automatic reload would lose typed text. */
function ReloadLink({ order }: { readonly order: Order }) {
  const { t, to } = useTranslation();
  return (
    <>
      <p className="mt-2 text-sm text-muted noscript:hidden print:hidden">{t('order.updates_itself')}</p>
      <a href={to(`/order/${order.id}`)} className="link mt-4 hidden min-h-11 items-center noscript:inline-flex print:hidden">
        {t('order.read_anew')}
      </a>
    </>
  );
}

function ConnectionNotice({ connection }: Pick<LiveOrder, 'connection'>) {
  const { t } = useTranslation();
  return (
    <div role="status">
      {connection === 'offline' ? (
        <div className="mb-4">
          <Notice tone="time">{t('order.offline')}</Notice>
        </div>
      ) : null}
    </div>
  );
}

/** The state and the next step. Announced to screen readers when the state changes; focus moves there unless it is in use. */
interface HeadProps {
  readonly order: Order;
  /** Amount of the requisites: kopecks may distinguish it from other orders. */
  readonly requestedAmount: string | undefined;
  readonly sides: Sides;
  /** State of the payment on the provider's own page; null where there is none. */
  readonly providerPage: ProviderPageState | null;
}

function Head({ order, requestedAmount: toPay, sides, providerPage: elsewhere }: HeadProps) {
  const { t, locale } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const announcedStatus = useRef(order.status);
  useEffect(() => {
    if (announcedStatus.current === order.status) return;
    announcedStatus.current = order.status;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [order.status]);
  const { title, next } = stateMessages(order, elsewhere);
  const params = {
    income: formatMoney(
      (order.status === 'awaiting_payment' && toPay) || (order.requote?.asked_amount ?? order.income_amount),
      sides.income,
      locale,
    ),
    received: formatMoney(order.requote?.received_amount ?? order.received_amount ?? order.income_amount, sides.income, locale),
    outcome: isEstimated({ rateType: order.rate_type, status: order.status })
      ? t('order.about', { amount: formatMoney(order.estimate?.outcome_amount ?? order.outcome_amount, sides.outcome, locale) })
      : formatMoney(order.outcome_amount, sides.outcome, locale),
    name: sides.outcome.name,
    payer: sides.income.name,
  };
  return (
    <>
      <Steps order={order} />
      <div aria-live="polite" aria-atomic="true">
        <h1
          ref={heading}
          tabIndex={-1}
          data-status={order.status}
          className="text-2xl leading-8 font-semibold tracking-tight text-balance outline-none"
        >
          <Unbroken text={t(title, params)} />
        </h1>
        <p className="figures mt-2 text-base leading-6">{t(next, params)}</p>
      </div>
    </>
  );
}

/** Progress in four steps; none for orders that ended otherwise. */
function Steps({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const step = STEP_OF[order.status];
  if (step === null) return null;
  const currentIndex = STEPS.indexOf(step);
  return (
    <ol aria-label={t('order.steps')} className="mb-5 flex gap-1.5 print:hidden">
      {STEPS.map((name, index) => (
        <li key={name} aria-current={index === currentIndex ? 'step' : undefined} className="flex-1">
          <span
            className={`block h-1.5 rounded-xs transition-colors duration-(--calm) ${index <= currentIndex ? 'bg-action' : 'bar-ahead'}`}
          />
          <span className={`mt-1 block text-xs leading-4 ${index === currentIndex ? 'font-semibold' : 'text-muted'}`}>
            {t(`order.step_${name}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function OrderLinks({ order, actions }: { readonly order: Order; readonly actions: OrderActions }) {
  const { t, to } = useTranslation();
  const canRepeat = order.allowed_actions.includes('repeat');
  const canCancel = order.allowed_actions.includes('cancel');
  if (!canRepeat && !canCancel) return null;
  return (
    <div className="mt-6 grid gap-3 print:hidden">
      {canRepeat ? (
        <Link to={to(`/order/${order.id}/repeat`)} className={buttonLook('plain')}>
          {t('order.repeat')}
        </Link>
      ) : null}
      {canCancel ? <Cancel actions={actions} /> : null}
    </div>
  );
}

/** Cancels after a confirmation; without scripts the query asks for it. */
function Cancel({ actions }: { readonly actions: OrderActions }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [isAsking, setAsking] = useState(query.has('cancel'));
  const question = useRef<HTMLParagraphElement>(null);
  useBackCloses(isAsking, () => setAsking(false));
  useEffect(() => {
    if (isAsking) question.current?.focus();
  }, [isAsking]);
  const failure = actions.failure?.action === 'cancel' ? actions.failure.message : null;
  if (!isAsking) {
    return (
      <CheckedForm
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <Button type="submit" name="cancel" value="1">
          {t('order.cancel')}
        </Button>
      </CheckedForm>
    );
  }
  return (
    <div role="group" aria-labelledby="cancel-question" className="grid gap-3 rounded-tray border border-loss p-4">
      <p id="cancel-question" ref={question} tabIndex={-1} className="text-sm leading-6 outline-none">
        {t('order.cancel_question')}
      </p>
      <CheckedForm
        method="post"
        className="flex flex-wrap gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          actions.cancel();
        }}
      >
        <Button type="submit" tone="loss" name="press" value="cancel" aria-disabled={actions.busy !== null}>
          {actions.busy === 'cancel' ? t('order.cancelling') : t('order.cancel_yes')}
        </Button>
        <Button
          type="submit"
          formMethod="get"
          onClick={(event) => {
            event.preventDefault();
            setAsking(false);
          }}
        >
          {t('order.cancel_no')}
        </Button>
      </CheckedForm>
      {failure === null ? null : (
        <Notice tone="loss" role="alert">
          {failure}
        </Notice>
      )}
    </div>
  );
}
