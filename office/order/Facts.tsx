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
  readonly title: string;
  readonly side: OfficeOrderAttributes['income'];
  readonly amount: string;
  readonly requisites: Readonly<Record<string, string>>;
}

function Side({ title, side, amount, requisites }: SideProps) {
  const { t } = useTranslation();
  return (
    <div className="order-side">
      <h2>{title}</h2>
      <p className="amount">
        <Figures amount={amount} currency={side.currency_iso_code} />
      </p>
      <p className="dim">
        {side.name} · {t('office.order.rail', { rail: railName(side.rail, t) })}
      </p>
      {Object.entries(requisites).map(([key, value]) => (
        <p key={key} className="figures">
          {value}
        </p>
      ))}
    </div>
  );
}

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

/** The payout of a floating order if its money were final now; the amounts above are those of its creation. */
function Estimate({ order }: { readonly order: OfficeOrderAttributes }) {
  const { t, locale } = useTranslation();
  const { estimate } = order;
  if (estimate === null) return <span className="dim">{t('office.order.estimate_none')}</span>;
  return (
    <span className="figures">
      ≈ <Figures amount={estimate.outcome_amount} currency={order.outcome.currency_iso_code} />
      <span className="dim"> · {formatRate(estimate.rate, pairOf(order), locale)}</span>
    </span>
  );
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

/** The order's facts: amounts, rate, requisites, contacts. */
export function Facts({ id, order }: { readonly id: string; readonly order: OfficeOrderAttributes }) {
  const { t, locale } = useTranslation();
  const time = (at: string | null) => (at === null ? null : <time dateTime={at}>{clockTime(at, locale)}</time>);
  const confirmations =
    order.confirmations === null || !order.required_confirmations ? null : `${order.confirmations} / ${order.required_confirmations}`;
  const fact = (name: string, value: ReactNode): Fact | null => (value === null ? null : { name: t(`office.order.${name}`), value });
  return (
    <section className="sheet slip" aria-label={t('office.order.facts')}>
      <div className="sides">
        <Side
          title={t('office.order.gives')}
          side={order.income}
          amount={order.income_amount}
          requisites={order.income_requisites_masked}
        />
        <Side
          title={t('office.order.gets')}
          side={order.outcome}
          amount={order.outcome_amount}
          requisites={order.outcome_requisites_masked}
        />
      </div>
      <FactList
        facts={[
          fact('rate', <Rate order={order} />),
          isEstimated({ rateType: order.rate_type, status: order.status }) ? fact('estimate', <Estimate order={order} />) : null,
          fact('received', <Figures amount={order.received_amount} currency={order.income.currency_iso_code} />),
          fact(
            'kept',
            order.kept_amount === null ? null : <Figures amount={order.kept_amount} currency={order.income.currency_iso_code} />,
          ),
          fact(
            'held',
            order.held_amount === null ? null : <Figures amount={order.held_amount} currency={order.outcome.currency_iso_code} />,
          ),
          fact('confirmations', confirmations),
          fact('reason', order.reason),
          fact('locked_until', time(order.rate_locked_until)),
          fact('first_seen', time(order.first_seen_at)),
          fact('created', time(order.created_at)),
          fact('email', <Copy value={order.email} />),
          fact(
            'customer',
            `${t(order.is_guest ? 'office.order.guest' : 'office.order.user')} · ${order.locale}${order.ip === null ? '' : ` · ${order.ip}`}`,
          ),
          fact('number', <Copy value={id} />),
        ]}
      />
      <Requisites order={order} />
    </section>
  );
}
