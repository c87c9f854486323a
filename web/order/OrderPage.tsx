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
import { useWords } from '#web/i18n/use-words.ts';
import { latePart } from '#web/shell/late-part.tsx';
import { useBackCloses } from '#web/shell/use-back-closes.ts';
import { Countdown } from './Countdown.tsx';
import { useCameBack } from './came-back.ts';
import { HandoverPart } from './HandoverPart.tsx';
import { KeepOrder, KeptOrder } from './KeepOrder.tsx';
import { LateNotices } from './LateNotices.tsx';
import type { OpenedOrder } from './load-order.ts';
import { STEP_OF, STEPS, type Order, type Sides } from './order.ts';
import { OrderRows } from './OrderRows.tsx';
import { type Elsewhere, stateWords, tabTitleOf } from './state-words.ts';
import { STATE_VIEW } from './states/by-status.ts';
import { Surplus } from './Surplus.tsx';
import { Timeline } from './Timeline.tsx';
import { useLiveOrder, type LiveOrder } from './use-live-order.ts';
import { type ActionFailure, useOrderActions, type OrderActions } from './use-order-actions.ts';
import { useRequisites } from './use-requisites.ts';
import { useStateIcon } from './use-state-icon.ts';

/** Only an exchange that is over has it. */
const AskReview = latePart(async () => (await import('./AskReview.tsx')).AskReview);

export interface OrderPageProps extends OpenedOrder {
  readonly mode: 'demo' | 'production';
  readonly fresh: 'yes' | 'no';
  /** An account was just made from this order. */
  readonly isKept: boolean;
  /** What a press without scripts was refused with. */
  readonly refused: ActionFailure | undefined;
}

/** The slip: what happens now on top, the figures in columns below, everything that has happened at the end. */
export function OrderPage({ order: opened, requisites, sides, review, mode, fresh, isKept, refused }: OrderPageProps) {
  const live = useLiveOrder(opened);
  const { order } = live;
  const { t, locale } = useWords();
  const actions = useOrderActions(live, refused);
  const asked = useRequisites(order, requisites);
  const isBack = useCameBack(order.id);
  const paysElsewhere = asked.requisites !== null && asked.requisites.kind !== 'requisites';
  const View = STATE_VIEW[order.status];
  useStateIcon(order.status);
  return (
    <div className="mx-auto max-w-[38rem] px-4 pt-6 pb-16 sm:px-6 md:pt-10 print:mx-0 print:p-0">
      <title>{t('order.page_title', { state: t(tabTitleOf(order)), id: order.id.slice(0, 6) })}</title>
      <Connection connection={live.connection} />
      {isKept ? <KeptOrder order={order} /> : null}
      <HandoverPart orderId={order.id} />
      <Slip fresh={fresh}>
        <p className="mb-3 hidden font-bold print:block">{t('shell.full_name')}</p>
        <p className="figures mb-5 flex flex-col justify-between gap-x-4 text-sm text-muted sm:flex-row">
          <span className="break-all">{t('order.number', { id: order.id })}</span>
          <time dateTime={order.created_at}>{formatDateTime(order.created_at, locale)}</time>
        </p>
        <Head order={order} toPay={asked.requisites?.amount} sides={sides} elsewhere={paysElsewhere ? (isBack ? 'back' : 'to_go') : null} />
        <Countdown order={order} readAt={live.readAt} />
        {isFinal(order.status) ? null : <ReadAnew order={order} />}
        <Surplus order={order} sides={sides} actions={actions} />
        <div className="mt-6">
          <View order={order} sides={sides} asked={asked} actions={actions} readAt={live.readAt} mode={mode} />
        </div>
        <Perforation />
        <OrderRows order={order} sides={sides} />
        <Perforation />
        <Timeline order={order} sides={sides} />
        <Ending order={order} actions={actions} />
      </Slip>
      {order.status === 'completed' ? <AskReview orderId={order.id} review={review} /> : null}
      <LateNotices order={order} />
      <KeepOrder order={order} />
    </div>
  );
}

/** The page follows its order. Without scripts it does not, and would lose a typed password if it loaded itself: its reader does, by a link. */
function ReadAnew({ order }: { readonly order: Order }) {
  const { t, to } = useWords();
  return (
    <>
      <p className="mt-2 text-sm text-muted noscript:hidden print:hidden">{t('order.updates_itself')}</p>
      <a href={to(`/order/${order.id}`)} className="link mt-4 hidden min-h-11 items-center noscript:inline-flex print:hidden">
        {t('order.read_anew')}
      </a>
    </>
  );
}

function Connection({ connection }: Pick<LiveOrder, 'connection'>) {
  const { t } = useWords();
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

/** The state and the next step in one sentence. Read out when it changes; the eye is led there too. */
interface HeadProps {
  readonly order: Order;
  /** Of the requisites that were given: kopecks may tell it from other orders on them. */
  readonly toPay: string | undefined;
  readonly sides: Sides;
  /** The provider has a page of its own to pay on. */
  readonly elsewhere: Elsewhere | null;
}

function Head({ order, toPay, sides, elsewhere }: HeadProps) {
  const { t, locale } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(order.status);
  useEffect(() => {
    if (seen.current === order.status) return;
    seen.current = order.status;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [order.status]);
  const { title, next } = stateWords(order, elsewhere);
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

/** Four marks that fill as the order walks; none where it left the road. */
function Steps({ order }: { readonly order: Order }) {
  const { t } = useWords();
  const step = STEP_OF[order.status];
  if (step === null) return null;
  const reached = STEPS.indexOf(step);
  return (
    <ol aria-label={t('order.steps')} className="mb-5 flex gap-1.5 print:hidden">
      {STEPS.map((name, index) => (
        <li key={name} aria-current={index === reached ? 'step' : undefined} className="flex-1">
          <span className={`block h-1.5 rounded-xs transition-colors duration-(--calm) ${index <= reached ? 'bg-action' : 'bar-ahead'}`} />
          <span className={`mt-1 block text-xs leading-4 ${index === reached ? 'font-semibold' : 'text-muted'}`}>
            {t(`order.step_${name}`)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Ending({ order, actions }: { readonly order: Order; readonly actions: OrderActions }) {
  const { t, to } = useWords();
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

/** Two presses: the first asks; without scripts, by the address. */
function Cancel({ actions }: { readonly actions: OrderActions }) {
  const { t } = useWords();
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
        rules={{}}
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
        rules={{}}
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
