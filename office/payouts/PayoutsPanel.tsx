import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { officeRetryRefund } from '#contract/office-payouts.ts';
import type { PayoutAction } from '#core/payout.ts';
import { clockTime } from '#office/format/moment.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { useDeed } from '#office/order/use-deed.ts';
import type { Lease } from '#office/order/use-lease.ts';
import { paths } from '#office/paths.ts';
import { Copy } from '#office/pieces/Copy.tsx';
import { Figures } from '#office/pieces/Figures.tsx';
import { railWords } from '#office/pieces/rail-words.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { PaymentBadge } from '#office/pieces/StatusBadge.tsx';
import { Transaction } from '#office/pieces/Transaction.tsx';
import { useWords, type Words } from '#office/words/Words.tsx';
import { PauseNote } from '#office/switches/PauseNote.tsx';
import { CorrectDestination } from './CorrectDestination.tsx';
import { EndPayout } from './EndPayout.tsx';
import { GiveBack, Reveal } from './InHand.tsx';
import type { PayoutDeedProps } from './payout-deed.ts';
import { RefundDestination } from './RefundDestination.tsx';
import { TakePayout } from './TakePayout.tsx';

export interface PayoutsPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

const ACTION: Readonly<Record<PayoutAction, (props: PayoutDeedProps) => ReactNode>> = {
  reveal: (props) => <Reveal {...props} />,
  end: (props) => <EndPayout {...props} />,
  give_back: (props) => <GiveBack {...props} />,
};

/** Where to pay first, then how it ended. */
const ACTION_ORDER: readonly PayoutAction[] = ['reveal', 'end', 'give_back'];

const OWN_REASONS: ReadonlySet<string> = new Set(['operator', 'given_back']);

/** Our own reasons in words; a provider's as it gave them. */
const reasonWords = (reason: string, t: Words['t']): string =>
  OWN_REASONS.has(reason) ? t(`office.payout.reason.${reason}`) : t('office.payout.reason_told', { reason });

function Attempt(props: PayoutDeedProps) {
  const { payout } = props;
  const { t, locale } = useWords();
  return (
    <li data-unknown={payout.state === 'unknown' || undefined}>
      <p className="line">
        <PaymentBadge state={payout.state} />
        <Figures amount={payout.amount} currency={payout.payment_system.currency_iso_code} />
        <span className="dim">
          {t('office.order.attempt', {
            purpose: t(`office.purpose.${payout.purpose}`),
            attempt: payout.attempt,
            rail: railWords(payout.rail, t),
          })}
        </span>
      </p>
      {payout.state === 'unknown' ? <p>{t('office.order.payout_unknown')}</p> : null}
      {payout.state !== 'by_hand' || payout.taken_by === null ? null : (
        <p className="held-by">{t('office.payout.taken_by', { who: payout.taken_by })}</p>
      )}
      {payout.reason === null ? null : <p className="dim">{reasonWords(payout.reason, t)}</p>}
      {payout.external_id === null ? null : <p className="dim">{t('office.history.reference', { reference: payout.external_id })}</p>}
      <Transaction hash={payout.tx_hash} url={payout.tx_url} />
      <p className="dim">
        {t('office.order.reference')} <Copy value={payout.id} shown={`${payout.id.slice(0, 8)}…`} /> ·{' '}
        {clockTime(payout.claimed_at, locale)}
        {payout.asked_at === null ? '' : ` · ${t('office.order.asked', { at: clockTime(payout.asked_at, locale) })}`}
      </p>
      <div className="deeds">
        {ACTION_ORDER.map((action) => {
          const Action = ACTION[action];
          return (
            <Kept key={action} when={payout.actions.includes(action)}>
              <Action {...props} />
            </Kept>
          );
        })}
      </div>
    </li>
  );
}

function RetryRefund({ id, order, lease }: PayoutsPanelProps) {
  const { t } = useWords();
  const deed = useDeed(id, lease);
  const retry = () =>
    deed.mutate({
      call: (api, idempotencyKey) => api(officeRetryRefund, { params: { id }, body: { version: order.version }, idempotencyKey }),
      said: t('office.payout.retried'),
    });
  return (
    <>
      {deed.isError ? <Problem error={deed.error} /> : null}
      <Button size="sm" loading={deed.isPending} onClick={retry}>
        {t('office.payout.retry_refund')}
      </Button>
    </>
  );
}

/** Proposals about this order that wait for a second person. */
function Waiting({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t } = useWords();
  return order.open_approvals.map((approval) => (
    <p key={approval.id} className="problem">
      {t('office.payout.waits', { what: t(`office.approval.kind.${approval.title}`) })}{' '}
      <Link to={paths.approvals()}>{t(approval.may_approve ? 'office.payout.decide' : 'office.payout.look')}</Link>
    </p>
  ));
}

/** Every attempt to pay out or back, and what a person may do about it. */
export function PayoutsPanel({ id, order, lease }: PayoutsPanelProps) {
  const { t } = useWords();
  const isQuiet = order.takeable_payouts.length === 0 && !order.may_retry_refund && !order.may_set_refund_destination;
  return (
    <Kept when={order.payouts.length > 0 || order.open_approvals.length > 0 || !isQuiet}>
      <section className="sheet" aria-labelledby="payouts-title">
        <h2 id="payouts-title">{t('office.order.payouts')}</h2>
        {order.status === 'payout_pending' || order.status === 'refund_pending' ? <PauseNote /> : null}
        <Waiting order={order} />
        <ul className="list">
          {order.payouts.map((payout) => (
            <Attempt key={payout.id} id={id} order={order} payout={payout} lease={lease} />
          ))}
        </ul>
        <div className="deeds">
          {order.may_retry_refund ? <RetryRefund id={id} order={order} lease={lease} /> : null}
          {order.takeable_payouts.map((purpose) => (
            <TakePayout key={purpose} id={id} order={order} lease={lease} purpose={purpose} />
          ))}
          <Kept when={order.may_correct_destination}>
            <CorrectDestination id={id} order={order} lease={lease} />
          </Kept>
          <Kept when={order.may_set_refund_destination}>
            <RefundDestination id={id} order={order} lease={lease} />
          </Kept>
        </div>
      </section>
    </Kept>
  );
}
