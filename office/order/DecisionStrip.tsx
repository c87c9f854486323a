import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CustomerAttributes } from '#contract/office-customers.ts';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { figureOf } from '#office/format/figure.ts';
import { AttentionBadge } from '#office/pieces/AttentionBadge.tsx';
import { Due, Left } from '#office/pieces/Age.tsx';
import { Figures } from '#office/pieces/Figures.tsx';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';
import { differenceOf } from './difference-of.ts';
import { stripOf } from './strip-of.ts';
import { whyOf } from './why-of.ts';

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Fact({ name, children }: FactProps) {
  const { t } = useWords();
  return (
    <div>
      <dt>{t(`office.strip.${name}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How far what came is from what was agreed; loud where it is not the same. */
function Difference({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t, locale } = useWords();
  const { gone, nothing } = stripOf(order);
  const difference = differenceOf(order.income_amount, order.received_amount, gone);
  if (difference === null) return <span className="dim">{t(`office.strip.${nothing}`)}</span>;
  // What stands may be the agreed amount while more than it has left: that is for a person to look at
  if (difference.amount === '0' && order.taken_back_amount !== null) return <span className="differs">{t('office.strip.differs')}</span>;
  if (difference.amount === '0') return <span className="agrees">{t('office.strip.agrees')}</span>;
  const percent = Object.values(figureOf(difference.percent, locale)).join('');
  return (
    <span className="differs">
      <Figures amount={difference.amount} currency={order.income.currency_iso_code} /> ({percent}&nbsp;%)
    </span>
  );
}

/** How much goes where, or went, under its mask: the payout, or what goes back. */
function Destination({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t } = useWords();
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

/** What is worth a second look, with the orders that say so. */
export function Flags({ customer }: { readonly customer: CustomerAttributes }) {
  const { t } = useWords();
  if (customer.flags.length === 0 && customer.completed === 0) return null;
  return (
    <ul className="flags">
      {customer.flags.map(({ flag, orders }) => (
        <li key={flag} className={`badge ${flag === 'first_order' ? 'calm' : flag === 'failed_before' ? 'time' : 'loss'}`}>
          {t(`office.flag.${flag}`, { count: customer.failed + customer.refunded })}
          {orders.map((id) => (
            <Link key={id} to={paths.order(id)}>
              {id.slice(0, 8)}…
            </Link>
          ))}
        </li>
      ))}
      {customer.completed > 0 ? <li className="badge done">{t('office.flag.completed', { count: customer.completed })}</li> : null}
    </ul>
  );
}

export interface DecisionStripProps {
  readonly order: OfficeOrderAttributes;
  readonly customer: CustomerAttributes | undefined;
  readonly serverOffsetMs: number;
  /** What fits now. */
  readonly children: ReactNode;
}

/** Everything that one look must tell before one decides, and beside it what fits now; all else is below. */
export function DecisionStrip({ order, customer, serverOffsetMs, children }: DecisionStripProps) {
  const { t } = useWords();
  const strip = stripOf(order);
  const deadline = strip.isOver ? null : (order.due_at ?? order.expires_at);
  return (
    <div className="strip">
      <section className="sheet" aria-label={t('office.strip.title')}>
        {order.attention === null ? null : (
          <p className="why">
            <AttentionBadge attention={order.attention} /> {t(`office.strip.why.${whyOf(order) ?? order.attention}`)}
            {order.reason === null ? null : <q>{order.reason}</q>}
          </p>
        )}
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
                · {t('office.strip.of_it_taken_back')}{' '}
                <Figures amount={order.taken_back_amount} currency={order.income.currency_iso_code} />
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
        {customer === undefined ? <p className="dim">{t('office.strip.looking')}</p> : <Flags customer={customer} />}
        {customer === undefined || customer.notes.length === 0 ? null : (
          <p className="strip-note">
            {customer.notes[0]?.note} <span className="dim">— {customer.notes[0]?.author}</span>
          </p>
        )}
      </section>
      <div className="strip-deeds">{children}</div>
    </div>
  );
}
