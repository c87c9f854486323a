import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReferralPairAttributes } from '#contract/office/customers/referral-pairs.ts';
import { dollars } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { JudgePair } from '#office/customers/JudgePair.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { StopForm } from './EarningForms.tsx';

interface PairCardProps {
  readonly id: string;
  readonly pair: ReferralPairAttributes;
}

/** A referral pair: signals that both are one person, its orders and accruals. */
export function PairCard({ id, pair }: PairCardProps) {
  const [isStopping, setStopping] = useState(false);
  const [isJudging, setJudging] = useState(false);
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const usd = (amount: string) => dollars(amount, locale);
  return (
    <>
      <p className="line">
        <Link to={paths.earnings(pair.referrer)} translate="no">
          {pair.referrer}
        </Link>
        <span aria-hidden="true">›</span>
        {pair.referral_customer_id !== null && actions.includes('read_customers') ? (
          <Link to={paths.customer(pair.referral_customer_id)} translate="no">
            {pair.referral}
          </Link>
        ) : (
          <span translate="no">{pair.referral}</span>
        )}
        {pair.is_stopped ? <span className="badge">{t('office_earnings.pairs.is_stopped')}</span> : null}
        {pair.signals.map((signal) => (
          <span key={signal} className="badge person">
            {t(`office_earnings.same.${signal}`)}
          </span>
        ))}
      </p>
      <p>
        {t('office_earnings.pairs.orders', { count: pair.orders })} · {t('office_earnings.pairs.completed', { count: pair.completed })} ·{' '}
        {t('office_earnings.pairs.turnover', { amount: usd(pair.turnover_usd) })} ·{' '}
        {t('office_earnings.pairs.accrued', { amount: usd(pair.accrued) })}
      </p>
      <p className="dim">
        {t(`office_earnings.pairs.bound.${pair.bound_by}`, { at: clockTime(pair.bound_at, locale) })}
        {pair.first_minutes === null ? '' : ` · ${t('office_earnings.pairs.first', { count: pair.first_minutes })}`}
        {pair.round_trips === 0 ? '' : ` · ${t('office_earnings.pairs.trips', { count: pair.round_trips })}`}
      </p>
      {pair.said === null ? null : (
        <p className="dim">
          {t(`customers_desk.pair.${pair.said.verdict}`)} ·{' '}
          {t('customers_desk.pair.said', { by: pair.said.by, at: clockTime(pair.said.at, locale), note: pair.said.note })}
        </p>
      )}
      {isJudging && pair.referrer_customer_id !== null ? (
        <JudgePair id={pair.referrer_customer_id} other={pair.referral_customer_id} onClose={() => setJudging(false)} />
      ) : null}
      {isStopping ? (
        <StopForm id={id} pair={pair} onClose={() => setStopping(false)} />
      ) : isJudging ? null : (
        <div className="row">
          {actions.includes('reverse_earnings') && (!pair.is_stopped || pair.accrued !== '0') ? (
            <Button size="xs" variant="default" onClick={() => setStopping(true)}>
              {t('office_earnings.pairs.stop')}
            </Button>
          ) : null}
          {actions.includes('change_customers') && pair.referrer_customer_id !== null && pair.referral_customer_id !== null ? (
            <Button size="xs" variant="default" onClick={() => setJudging(true)}>
              {t('customers_desk.pair.add')}
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}
