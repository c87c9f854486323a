import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { officeRetryRefund, officeTakePayout } from '#contract/office/money/payouts.ts';
import { type PayoutAction, type PayoutPurpose, PAYOUTS_PAUSED } from '#core/payout/payout.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { clockTime } from '#office/format/moment.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { useOrderAction } from '#office/order/use-order-action.ts';
import type { Lease } from '#office/order/use-lease.ts';
import { paths } from '#office/paths.ts';
import { Copy, Transaction } from '#office/components/Copy.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { railName } from '#office/components/detail-facts.ts';
import { PaymentBadge } from '#office/components/StatusBadge.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { PauseNote } from '#office/switches/PauseNote.tsx';
import { amountAndPlace, EndPayout, GiveBack, type PayoutActionProps, Reveal } from './PayoutActions.tsx';
import { CorrectDestination, RefundDestination } from './DestinationActions.tsx';

interface TakePayoutProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
  readonly purpose: PayoutPurpose;
}

/** Takes a payout over from the automatic queue, so that only one of the two pays. */
function TakePayout({ id, order, lease, purpose }: TakePayoutProps) {
  const { t, locale } = useTranslation();
  const take = useOrderAction(
    id,
    (_: null, call) => call(officeTakePayout, { params: { id }, body: { purpose, version: order.version } }),
    { lease, success: t('office.payout.taken'), onDone: () => setOpen(false) },
  );
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {t(`office.payout.take.${purpose}`)}
      </Button>
    );
  }
  return (
    <div className="stack">
      <p>{t('office.payout.take_effect', amountAndPlace(order, purpose, { locale, nowhere: t('office.order.nowhere') }))}</p>
      <CommandProblem error={take.error} />
      <div className="row">
        <Button size="sm" loading={take.isPending} onClick={() => take.run(null)}>
          {t(`office.payout.take.${purpose}`)}
        </Button>
        <Button variant="subtle" size="sm" onClick={() => setOpen(false)}>
          {t('office.cancel')}
        </Button>
      </div>
    </div>
  );
}

export interface PayoutsPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

const ACTION: Readonly<Record<PayoutAction, (props: PayoutActionProps) => ReactNode>> = {
  reveal: (props) => <Reveal {...props} />,
  end: (props) => <EndPayout {...props} />,
  give_back: (props) => <GiveBack {...props} />,
};

/** Buttons in the order of the work: reveal, end, give back. */
const ACTION_ORDER: readonly PayoutAction[] = ['reveal', 'end', 'give_back'];

const OWN_REASONS: ReadonlySet<string> = new Set(['operator', 'given_back', PAYOUTS_PAUSED]);

/** Our own reasons are translated; a provider's reason is shown as received. */
const reasonText = (reason: string, t: Translation['t']): string =>
  OWN_REASONS.has(reason) ? t(`office.payout.reason.${reason}`) : t('office.payout.reason_told', { reason });

function PayoutAttempt(props: PayoutActionProps) {
  const { payout } = props;
  const { t, locale } = useTranslation();
  return (
    <li data-unknown={payout.state === 'unknown' || undefined}>
      <p className="line">
        <PaymentBadge state={payout.state} />
        <Figures amount={payout.amount} currency={payout.payment_system.currency_iso_code} />
        <span className="dim">
          {t('office.order.attempt', {
            purpose: t(`office.purpose.${payout.purpose}`),
            attempt: payout.attempt,
            rail: railName(payout.rail, t),
          })}
        </span>
      </p>
      {payout.state === 'unknown' && payout.reason !== PAYOUTS_PAUSED ? <p>{t('office.order.payout_unknown')}</p> : null}
      {payout.state !== 'by_hand' || payout.taken_by === null ? null : (
        <p className="late">{t('office.payout.taken_by', { who: payout.taken_by })}</p>
      )}
      {payout.reason === null ? null : <p className="dim">{reasonText(payout.reason, t)}</p>}
      {payout.external_id === null ? null : <p className="dim">{t('office.history.reference', { reference: payout.external_id })}</p>}
      <Transaction hash={payout.tx_hash} url={payout.tx_url} />
      <p className="dim">
        {t('office.order.reference')} <Copy value={payout.id} shown={`${payout.id.slice(0, 8)}…`} /> ·{' '}
        {clockTime(payout.claimed_at, locale)}
        {payout.asked_at === null ? '' : ` · ${t('office.order.asked', { at: clockTime(payout.asked_at, locale) })}`}
      </p>
      <div className="action-row">
        {ACTION_ORDER.map((action) => {
          const Action = ACTION[action];
          return (
            <KeepWhileEditing key={action} when={payout.actions.includes(action)}>
              <Action {...props} />
            </KeepWhileEditing>
          );
        })}
      </div>
    </li>
  );
}

function RetryRefund({ id, order, lease }: PayoutsPanelProps) {
  const { t } = useTranslation();
  const retry = useOrderAction(id, (_: null, call) => call(officeRetryRefund, { params: { id }, body: { version: order.version } }), {
    lease,
    success: t('office.payout.retried'),
  });
  return (
    <>
      <CommandProblem error={retry.error} />
      <Button size="sm" loading={retry.isPending} onClick={() => retry.run(null)}>
        {t('office.payout.retry_refund')}
      </Button>
    </>
  );
}

/** Proposals about this order that wait for a second person. */
function Waiting({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t } = useTranslation();
  return order.open_approvals.map((approval) => (
    <p key={approval.id} className="problem">
      {t('office.payout.waits', { what: t(`office.approval.kind.${approval.title}`) })}{' '}
      <Link to={paths.approvals()}>{t(approval.may_approve ? 'office.payout.decide' : 'office.payout.look')}</Link>
    </p>
  ));
}

/** All attempts to pay out or refund, and the actions on them. */
export function PayoutsPanel({ id, order, lease }: PayoutsPanelProps) {
  const { t } = useTranslation();
  const isQuiet = order.takeable_payouts.length === 0 && !order.may_retry_refund && !order.may_set_refund_destination;
  return (
    <KeepWhileEditing when={order.payouts.length > 0 || order.open_approvals.length > 0 || !isQuiet}>
      <section className="sheet" aria-labelledby="payouts-title">
        <h2 id="payouts-title">{t('office.order.payouts')}</h2>
        {order.status === 'payout_pending' || order.status === 'refund_pending' ? <PauseNote /> : null}
        <Waiting order={order} />
        <ul className="list">
          {order.payouts.map((payout) => (
            <PayoutAttempt key={payout.id} id={id} order={order} payout={payout} lease={lease} />
          ))}
        </ul>
        <div className="action-row">
          {order.may_retry_refund ? <RetryRefund id={id} order={order} lease={lease} /> : null}
          {order.takeable_payouts.map((purpose) => (
            <TakePayout key={purpose} id={id} order={order} lease={lease} purpose={purpose} />
          ))}
          <KeepWhileEditing when={order.may_correct_destination}>
            <CorrectDestination id={id} order={order} lease={lease} />
          </KeepWhileEditing>
          <KeepWhileEditing when={order.may_set_refund_destination}>
            <RefundDestination id={id} order={order} lease={lease} />
          </KeepWhileEditing>
        </div>
      </section>
    </KeepWhileEditing>
  );
}
