import type { ReactNode } from 'react';
import { formatRate, readableRate } from '#core/format/rate.ts';
import { isEstimated } from '#core/order/estimate.ts';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { deviationOf, figureOf } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { Copy } from '#office/components/Copy.tsx';
import { type Fact, FactList } from '#office/components/FactList.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { railName } from '#office/components/detail-facts.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface SideProps {
  readonly side: OfficeOrderAttributes['income'];
  /** Null: the decision strip shows it. */
  readonly amount: string | null;
  readonly requisites: Readonly<Record<string, string>>;
}

/** How one side is paid, without what the decision strip shows. */
function Side({ side, amount, requisites }: SideProps) {
  const { t } = useTranslation();
  const parts = [t('office.order.rail', { rail: railName(side.rail, t) }), ...Object.values(requisites).filter((value) => value !== '')];
  return (
    <span className="figures">
      {amount === null ? null : (
        <>
          <Figures amount={amount} currency={side.currency_iso_code} /> · {side.name} ·{' '}
        </>
      )}
      {parts.join(' · ')}
    </span>
  );
}

/** What the decision strip shows of the payout: the order's own amount, an estimate of it, or a refund. */
const stripPayout = (order: OfficeOrderAttributes) =>
  order.refund_amount !== null ? 'refund' : order.estimate === null ? 'agreed' : 'estimate';

const pairOf = ({ income, outcome }: OfficeOrderAttributes) => ({ income: income.currency_iso_code, outcome: outcome.currency_iso_code });

/** The rate as the customer sees it, the market rate in the same direction, and their difference. */
function Rate({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t, locale } = useTranslation();
  const { rate, reference_rate: reference } = order;
  const show = (text: string) => formatRate(text, pairOf(order), locale, rate);
  const deviation = reference === null ? null : deviationOf(readableRate(rate).text, readableRate(reference, rate).text);
  return (
    <span className="figures">
      {show(rate)} {t(`office.rate_type.${order.rate_type}`)}
      {reference === null ? null : <span className="dim"> · {t('office.order.market', { rate: show(reference) })}</span>}
      {deviation === null ? null : <span className="dim"> · {Object.values(figureOf(deviation, locale)).join('')}&nbsp;%</span>}
      {order.is_demo ? <span className="badge time">{t('office.demo_rate')}</span> : null}
    </span>
  );
}

/** The rate of a floating order's payout if its money were final now. */
function Estimate({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t, locale } = useTranslation();
  const { estimate } = order;
  if (estimate === null) return <span className="dim">{t('office.order.estimate_none')}</span>;
  return <span className="figures">≈ {formatRate(estimate.rate, pairOf(order), locale)}</span>;
}

/** Requisites that the customer was given to pay to. */
function Requisites({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t } = useTranslation();
  const { requisites } = order;
  if (requisites === null) return null;
  const facts: Fact[] = requisites.fields.map((field) => ({ name: field.label, value: <Copy value={field.value} /> }));
  if (requisites.memo !== null) facts.push({ name: t('office.order.memo'), value: <Copy value={requisites.memo} /> });
  return (
    <>
      <h3>{t('office.order.given_requisites')}</h3>
      <FactList
        facts={[
          { name: t('office.order.to_receive'), value: <Figures amount={requisites.amount} currency={order.income.currency_iso_code} /> },
          ...facts,
        ]}
      />
    </>
  );
}

/** Facts beside those of the decision strip: rate, times, contacts, the requisites that were given. */
export function Facts({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t, locale } = useTranslation();
  const onStrip = stripPayout(order);
  const time = (at: string | null) => (at === null ? null : <time dateTime={at}>{clockTime(at, locale)}</time>);
  const confirmations =
    order.confirmations === null || !order.required_confirmations ? null : `${order.confirmations} / ${order.required_confirmations}`;
  const fact = (name: string, value: ReactNode): Fact | null => (value === null ? null : { name: t(`office.order.${name}`), value });
  return (
    <section className="sheet slip" aria-label={t('office.order.facts')}>
      <FactList
        facts={[
          fact('gives', <Side side={order.income} amount={null} requisites={onStrip === 'refund' ? {} : order.income_requisites_masked} />),
          fact(
            'gets',
            <Side
              side={order.outcome}
              amount={onStrip === 'agreed' ? null : order.outcome_amount}
              requisites={onStrip === 'refund' ? order.outcome_requisites_masked : {}}
            />,
          ),
          fact('rate', <Rate order={order} />),
          isEstimated({ rateType: order.rate_type, status: order.status }) ? fact('estimate', <Estimate order={order} />) : null,
          fact(
            'kept',
            order.kept_amount === null ? null : <Figures amount={order.kept_amount} currency={order.income.currency_iso_code} />,
          ),
          fact(
            'held',
            order.held_amount === null ? null : <Figures amount={order.held_amount} currency={order.outcome.currency_iso_code} />,
          ),
          fact('confirmations', confirmations),
          fact('reason', order.attention === null ? order.reason : null),
          fact('locked_until', time(order.rate_locked_until)),
          fact('first_seen', time(order.first_seen_at)),
          fact('created', time(order.created_at)),
          fact('email', <Copy value={order.email} />),
          fact(
            'customer',
            `${t(order.is_guest ? 'office.order.guest' : 'office.order.user')} · ${order.locale}${order.ip === null ? '' : ` · ${order.ip}`}`,
          ),
        ]}
      />
      <Requisites order={order} />
    </section>
  );
}
