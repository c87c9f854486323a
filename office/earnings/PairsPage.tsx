import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { officeListReferralPairs, PAIR_STATES, type ReferralPairAttributes } from '#contract/office/customers/referral-pairs.ts';
import { oneOf } from '#core/closed-list.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { Screen } from '#office/components/Screen.tsx';
import { JudgePair } from '#office/customers/LinkedPart.tsx';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { dollars } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { StopForm } from './EarningForms.tsx';
import { EarningsTabs } from './EarningsTabs.tsx';

interface PairCardProps {
  readonly id: string;
  readonly pair: ReferralPairAttributes;
}

/** A referral pair: signals that both are one person, its orders and accruals. */
function PairCard({ id, pair }: PairCardProps) {
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

const FILTERS = ['state'] as const;

/** Referral pairs; first those that may be one person. */
export function PairsPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const state = oneOf(PAIR_STATES, address.filters['state']) ?? 'suspicious';
  const queryKey = [...keys.earnings(), 'pairs', state, query];
  const pairs = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListReferralPairs, { query: { state, ...query }, signal }),
    refetchInterval: 30_000,
  });
  const rows = useRowsWhileEditing(pairs, queryKey);
  return (
    <Screen title={t('office_earnings.pairs.title')}>
      <EarningsTabs />
      <ListTools
        list={list}
        search={t('office_earnings.pairs.search')}
        filters={[
          {
            name: 'state',
            label: t('office_earnings.pairs.suspicious'),
            choices: (['stopped', 'all'] as const).map((value) => ({ value, label: t(`office_earnings.pairs.${value}`) })),
          },
        ]}
      />
      <ListBody query={rows.query} list={list} empty={t('office_earnings.pairs.none')}>
        <Cards list={rows}>{({ id, attributes }) => <PairCard id={id} pair={attributes} />}</Cards>
      </ListBody>
    </Screen>
  );
}
