import { orderNumber } from '#core/order/number.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CustomerAttributes } from '#contract/office/customers/customers.ts';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { figureOf } from '#office/format/figure.ts';
import { AttentionBadge } from '#office/components/StatusBadge.tsx';
import { Due, Left } from '#office/components/Age.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { differenceOf, moneyState, waitingReason } from './order-money.ts';

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>{t(`office.strip.${name}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Difference between the received and the agreed amount; highlighted where there is one. */
export function Difference({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t, locale } = useTranslation();
  const { returned: returnedAmounts, nothingKey } = moneyState(order);
  const difference = differenceOf(order.income_amount, order.received_amount, returnedAmounts);
  if (difference === null) return <span className="dim">{t(`office.strip.${nothingKey}`)}</span>;
  // The remaining amount may equal the agreed one although money was taken back: a person has to look at it
  if (difference.amount === '0' && order.taken_back_amount !== null) return <span className="differs">{t('office.strip.differs')}</span>;
  if (difference.amount === '0') return <span className="agrees">{t('office.strip.agrees')}</span>;
  const percent = Object.values(figureOf(difference.percent, locale)).join('');
  return (
    <span className="differs">
      <Figures amount={difference.amount} currency={order.income.currency_iso_code} /> ({percent}&nbsp;%)
    </span>
  );
}

/** Amount and masked destination of the payout or the refund. */
export function Destination({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t } = useTranslation();
  const isBack = order.refund_amount !== null;
  const side = isBack ? order.income : order.outcome;
  const masked = isBack ? order.income_requisites_masked : order.outcome_requisites_masked;
  const values = Object.values(masked).filter((value) => value !== '');
  return (
    <>
      {order.estimate === null || isBack ? null : '≈ '}
      <Figures amount={order.refund_amount ?? order.estimate?.outcome_amount ?? order.outcome_amount} currency={side.currency_iso_code} /> ·{' '}
      {side.name}
      <span className="figures destination">{values.length === 0 ? t('office.order.nowhere') : values.join(' · ')}</span>
    </>
  );
}

interface MoneyFactsProps {
  readonly order: OfficeOrderAttributes;
  readonly serverOffsetMs: number;
}

/** Money of an order now: agreed, received, their difference, the deadline, and what is paid to whom. */
export function MoneyFacts({ order, serverOffsetMs }: MoneyFactsProps) {
  const { t } = useTranslation();
  const strip = moneyState(order);
  const deadline = strip.isOver ? null : (order.due_at ?? order.expires_at);
  return (
    <dl className="strip-facts">
      <Fact name={strip.isAwaited ? 'expected' : 'agreed'}>
        <Figures amount={order.income_amount} currency={order.income.currency_iso_code} />
        <span className="dim"> · {order.income.name}</span>
      </Fact>
      <Fact name="received">
        <Figures amount={order.received_amount} currency={order.income.currency_iso_code} />
        {order.taken_back_amount === null ? null : (
          <span className="differs">
            {' '}
            · {t('office.strip.of_it_taken_back')} <Figures amount={order.taken_back_amount} currency={order.income.currency_iso_code} />
          </span>
        )}
        {order.surplus_returned_amount === null ? null : (
          <span className="dim">
            {' '}
            · {t('office.strip.of_it_returned')}{' '}
            <Figures amount={order.surplus_returned_amount} currency={order.income.currency_iso_code} />
          </span>
        )}
      </Fact>
      <Fact name="difference">
        <Difference order={order} />
      </Fact>
      <Fact name="left">
        {deadline === null ? (
          <span className="dim">{t(strip.isOver ? 'office.strip.over' : 'office.strip.no_deadline')}</span>
        ) : order.due_at === null ? (
          <Left until={deadline} serverOffsetMs={serverOffsetMs} />
        ) : (
          <Due at={order.due_at} serverOffsetMs={serverOffsetMs} />
        )}
      </Fact>
      <div className="pays">
        <dt>{t(`office.strip.${strip.outcome}`)}</dt>
        <dd>
          <Destination order={order} />
        </dd>
      </div>
    </dl>
  );
}

/** Warnings about the customer, with the orders that cause them. */
export function Flags({ customer }: { readonly customer: CustomerAttributes }) {
  const { t } = useTranslation();
  if (customer.flags.length === 0 && customer.completed === 0) return null;
  return (
    <ul className="flags">
      {customer.flags.map(({ flag, orders }) => (
        <li key={flag} className={`badge ${flag === 'first_order' ? 'calm' : flag === 'failed_before' ? 'time' : 'loss'}`}>
          {t(`office.flag.${flag}`, { count: customer.failed + customer.refunded })}
          {orders.map((id) => (
            <Link key={id} className="unbroken" to={paths.order(id)}>
              {orderNumber(id)}
            </Link>
          ))}
        </li>
      ))}
      {customer.completed > 0 ? <li className="badge done">{t('office.flag.completed', { count: customer.completed })}</li> : null}
    </ul>
  );
}

export interface DecisionStripProps extends MoneyFactsProps {
  readonly customer: CustomerAttributes | undefined;
  /** The allowed actions. */
  readonly children: ReactNode;
}

/** The facts needed for a decision, with the allowed actions beside them; everything else is below. */
export function DecisionStrip({ order, customer, serverOffsetMs, children }: DecisionStripProps) {
  const { t } = useTranslation();
  return (
    <div className="strip">
      <section className="sheet" aria-label={t('office.strip.title')}>
        {order.attention === null ? null : (
          <p className="why">
            <AttentionBadge attention={order.attention} /> {t(`office.strip.why.${waitingReason(order) ?? order.attention}`)}
            {order.reason === null ? null : <q>{order.reason}</q>}
          </p>
        )}
        <MoneyFacts order={order} serverOffsetMs={serverOffsetMs} />
        {customer === undefined ? <p className="dim">{t('office.strip.looking')}</p> : <Flags customer={customer} />}
        {customer === undefined || customer.notes.length === 0 ? null : (
          <p className="strip-note">
            {customer.notes[0]?.note} <span className="dim">— {customer.notes[0]?.author}</span>
          </p>
        )}
      </section>
      <div className="strip-actions">{children}</div>
    </div>
  );
}
