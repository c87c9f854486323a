import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Notice } from '#ui/Notice.tsx';
import { Perforation, Slip } from '#ui/Slip.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { isEstimated } from '#core/order/estimate.ts';
import { isFinal } from '#core/order/status.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { Countdown } from './Countdown.tsx';
import { useProviderReturn } from './provider-page.ts';
import { CreateAccountForm, AccountCreatedNotice } from './CreateAccount.tsx';
import type { OpenedOrder } from './load-order.ts';
import { STEP_OF, STEPS, type Order, type Sides } from './order.ts';
import { OrderLinks } from './OrderLinks.tsx';
import { OrderRows, Timeline } from './OrderRows.tsx';
import { type ProviderPageState, stateMessages, tabTitleOf } from './state-messages.ts';
import { ClaimBar } from './states/AwaitingPayment.tsx';
import { STATE_VIEW } from './states/by-status.ts';
import { Surplus, useSurplusSentences } from './Surplus.tsx';
import { useLiveOrder, type LiveOrder } from './use-live-order.ts';
import { type ActionFailure, useOrderActions } from './use-order-actions.ts';
import { isSbpLink } from './sbp.ts';
import { type RequisitesState, useRequisites } from './use-requisites.ts';
import { useStateIcon } from './use-state-icon.ts';
import { Button } from '#ui/Button.tsx';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { useBackCloses } from '#web/layout/back-steps.ts';
import { whenIdle } from '#web/loading/when-idle.ts';

/** Loaded when the QR code is opened. */
const HandoverDialog = lazy(async () => ({
  default: (await retryUntilLoaded(() => import('#web/handover/HandoverDialog.tsx'))).HandoverDialog,
}));
const OrderNotices = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#web/notices/OrderNotices.tsx'))).OrderNotices }));
/** Loaded for completed orders only. */
const AskReview = latePart(async () => (await import('./AskReview.tsx')).AskReview);

interface OrderPageProps extends OpenedOrder {
  readonly mode: 'demo' | 'production';
  readonly isNew: 'yes' | 'no';
  /** An account was just created from this order. */
  readonly isAccountCreated: boolean;
  /** Refusal of an action that was submitted without scripts. */
  readonly rejectedAction: ActionFailure | undefined;
}

/** An order: its state and next step, then its figures, then its history. */
export function OrderPage({
  order: initialOrder,
  requisites,
  sides,
  review,
  mode,
  isNew,
  isAccountCreated,
  rejectedAction,
}: OrderPageProps) {
  const live = useLiveOrder(initialOrder);
  const { order } = live;
  const { t, locale } = useTranslation();
  const actions = useOrderActions(live, rejectedAction);
  const requisitesState = useRequisites(order, requisites);
  const hasReturned = useProviderReturn(order.id);
  const View = STATE_VIEW[order.status];
  useStateIcon(order.status);
  return (
    <div className="mx-auto max-w-[38rem] px-4 pt-6 pb-16 sm:px-6 md:pt-10 print:mx-0 print:p-0">
      <title>{t('order.page_title', { state: t(tabTitleOf(order)), id: order.number })}</title>
      <ConnectionNotice connection={live.connection} />
      {isAccountCreated ? <AccountCreatedNotice order={order} /> : null}
      <HandoverButton orderId={order.id} />
      <Slip fresh={isNew}>
        <p className="mb-3 hidden font-bold print:block">{t('shell.full_name')}</p>
        <p className="figures mb-5 flex flex-col justify-between gap-x-4 text-sm text-muted sm:flex-row">
          <span className="break-all">{t('order.number', { id: order.number })}</span>
          <time dateTime={order.created_at}>{formatDateTime(order.created_at, locale)}</time>
        </p>
        <StateHeading
          order={order}
          requestedAmount={requisitesState.requisites?.amount}
          sides={sides}
          providerPage={providerPageOf(requisitesState, hasReturned)}
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
      <NoticeSettings order={order} />
      <CreateAccountForm order={order} />
      <ClaimBar order={order} sides={sides} actions={actions} requisitesState={requisitesState} />
    </div>
  );
}

function providerPageOf({ requisites }: RequisitesState, hasReturned: boolean): ProviderPageState | null {
  if (requisites === null || requisites.kind === 'requisites') return null;
  if (hasReturned) return 'returned';
  return requisites.url !== null && isSbpLink(requisites.url) ? 'sbp' : 'not_opened';
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

interface StateHeadingProps {
  readonly order: Order;
  /** Amount of the requisites: kopecks may distinguish it from other orders. */
  readonly requestedAmount: string | undefined;
  readonly sides: Sides;
  /** State of the payment on the provider's own page; null where there is none. */
  readonly providerPage: ProviderPageState | null;
}

/** The state and the next step. A new state is announced to screen readers and takes the focus, unless something else has it. */
function StateHeading({ order, requestedAmount, sides, providerPage }: StateHeadingProps) {
  const { t, locale } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const announcedStatus = useRef(order.status);
  useEffect(() => {
    if (announcedStatus.current === order.status) return;
    announcedStatus.current = order.status;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [order.status]);
  const { title, next } = stateMessages(order, providerPage);
  const surplusSentences = useSurplusSentences({ order, sides });
  const params = {
    income: formatMoney(
      (order.status === 'awaiting_payment' && requestedAmount) || (order.requote?.asked_amount ?? order.income_amount),
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
        <p className="figures mt-2 text-base leading-6">{[t(next, params), ...surplusSentences].join(' ')}</p>
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

/** Button that continues the order on a phone by QR code; hidden on small screens. */
function HandoverButton({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const leave = useBackCloses(isOpen, () => setOpen(false));
  return (
    <div className="mb-3 hidden justify-end md:flex print:hidden noscript:hidden">
      <Button tone="text" aria-haspopup="dialog" className="inline-flex items-center gap-2 text-sm" onClick={() => setOpen(true)}>
        <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
          <path d="M4.5 1.5h7v13h-7zM7 12.5h2" fill="none" stroke="currentColor" strokeWidth="1.4" />
        </svg>
        {t('order.handover.continue')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <HandoverDialog orderId={orderId} onClose={() => leave()} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Settings of notifications about the order, loaded when the page is idle: they are not needed to pay. */
function NoticeSettings({ order }: { readonly order: Order }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => whenIdle(() => setDue(true)), []);
  if (!isDue || isFinal(order.status)) return null;
  return (
    <Suspense fallback={null}>
      <OrderNotices id={order.id} />
    </Suspense>
  );
}
