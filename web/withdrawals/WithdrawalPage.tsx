import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Perforation, Slip } from '#ui/Slip.tsx';
import { formatDateTime, formatTime } from '#core/format/moment.ts';
import { isFinal } from '#core/order/status.ts';
import { useApiAddress } from '#web/api/use-api-address.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Order } from '#web/order/order.ts';
import { Transaction } from '#web/order/Transaction.tsx';
import { useLiveOrder } from '#web/order/use-live-order.ts';
import { type OrderActions, useOrderActions } from '#web/order/use-order-actions.ts';
import { useStateIcon } from '#web/order/use-state-icon.ts';
import { shortStateKeyOf, stateKeyOf } from '#web/order/withdrawal-state-key.ts';
import { WithdrawalRows, type WithdrawalProps } from '#web/withdrawals/WithdrawalRows.tsx';

/** One withdrawal: its state, figures and history, updated by the stream of orders. Once paid, it is the receipt to print. */
export function WithdrawalPage({ order: initialOrder, system }: WithdrawalProps) {
  const live = useLiveOrder(initialOrder);
  const { order } = live;
  const { t, to, locale } = useTranslation();
  const address = useApiAddress();
  const actions = useOrderActions(live);
  useStateIcon(order.status);
  return (
    <div className="mx-auto max-w-[38rem] px-4 pt-6 pb-16 sm:px-6 md:pt-10 print:mx-0 print:p-0">
      <title>{t('withdrawal.page_title', { id: order.number })}</title>
      {live.connection === 'offline' ? <Notice tone="time">{t('order.offline')}</Notice> : null}
      <Slip>
        <p className="figures mb-5 flex flex-col justify-between gap-x-4 text-sm text-muted sm:flex-row">
          <span className="break-all">{t('withdrawal.number', { id: order.number })}</span>
          <time dateTime={order.created_at}>{formatDateTime(order.created_at, locale)}</time>
        </p>
        <Head order={order} />
        <Perforation />
        <WithdrawalRows order={order} system={system} />
        {order.outcome_tx === null ? null : (
          <div className="mt-4">
            <Transaction label={t('withdrawal.tx')} tx={order.outcome_tx} />
          </div>
        )}
        <Perforation />
        <History order={order} />
        <div className="mt-6 grid gap-3 print:hidden">
          {order.allowed_actions.includes('cancel') ? <Cancel actions={actions} /> : null}
          {order.receipt_url === null ? null : (
            <a href={address(order.receipt_url)} className={buttonLook('action')} download={`razmen-${order.number}.pdf`}>
              {t('withdrawal.receipt')}
            </a>
          )}
          {order.status === 'completed' ? (
            <Button className="justify-self-start" onClick={() => globalThis.print()}>
              {t('withdrawal.print_receipt')}
            </Button>
          ) : null}
          {isFinal(order.status) ? (
            <Link className={buttonLook('plain')} to={to('/account/earnings/withdraw')}>
              {t('withdrawal.again')}
            </Link>
          ) : null}
        </div>
      </Slip>
    </div>
  );
}

/** Whether the request form navigated here: its focused element is gone, so the heading gets the focus. */
const isJustRequested = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isAsked' in state;

/** The state and the next step; announced when it changes. */
function Head({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const key = stateKeyOf(order);
  const { state } = useLocation();
  const shouldFocus = isJustRequested(state);
  useEffect(() => {
    if (shouldFocus) heading.current?.focus();
  }, [shouldFocus]);
  const heldUntil = order.withdrawal?.held_until ?? null;
  return (
    <div aria-live="polite" aria-atomic="true">
      <h1 ref={heading} tabIndex={-1} data-status={order.status} className="text-2xl leading-8 font-semibold text-balance outline-none">
        {t(`withdrawal.state.${key}.title`)}
      </h1>
      <p className="figures mt-2 text-base leading-6">
        {t(`withdrawal.state.${key}.next`, { email: order.email_masked, at: heldUntil === null ? '' : formatDateTime(heldUntil, locale) })}
      </p>
    </div>
  );
}

function History({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation();
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" className="mb-2 text-sm font-semibold">
        {t('withdrawal.timeline')}
      </h2>
      <ol className="figures text-sm leading-6">
        {order.timeline.map(({ at, status }) => (
          <li key={`${at}-${status}`} className="flex gap-3 py-0.5 last:font-medium">
            <time dateTime={at} className="shrink-0 text-muted">
              {formatTime(at, locale)}
            </time>
            <span>{t(shortStateKeyOf(order, status))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Cancels the withdrawal; a second press confirms. */
function Cancel({ actions }: { readonly actions: OrderActions }) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isConfirming) question.current?.focus();
  }, [isConfirming]);
  const failure = actions.failure?.action === 'cancel' ? actions.failure.message : null;
  if (!isConfirming)
    return (
      <Button className="justify-self-start" onClick={() => setConfirming(true)}>
        {t('withdrawal.cancel')}
      </Button>
    );
  return (
    <div role="group" aria-labelledby="cancel-question" className="grid gap-3 rounded-tray border border-loss p-4">
      <p id="cancel-question" ref={question} tabIndex={-1} className="text-sm leading-6 outline-none">
        {t('withdrawal.cancel_question')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button tone="loss" aria-disabled={actions.busy !== null} onClick={actions.cancel}>
          {t('withdrawal.cancel_yes')}
        </Button>
        <Button onClick={() => setConfirming(false)}>{t('withdrawal.cancel_no')}</Button>
      </div>
      {failure === null ? null : (
        <Notice tone="loss" role="alert">
          {failure}
        </Notice>
      )}
    </div>
  );
}
