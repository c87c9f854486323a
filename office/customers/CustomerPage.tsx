import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { type CustomerCardAttributes, officeGetCustomerCard } from '#contract/office-customer-desk.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { dollars } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { BlacklistPart } from './BlacklistPart.tsx';
import { EarnedPart } from './EarnedPart.tsx';
import { LimitsPart } from './LimitsPart.tsx';
import { NotesPart } from './NotesPart.tsx';
import { OrdersPart } from './OrdersPart.tsx';
import { LinkedPart } from './LinkedPart.tsx';
import { KeptPart, SessionsPart } from './PersonPart.tsx';

function Summary({ card }: { readonly card: CustomerCardAttributes }) {
  const { t, locale } = useWords();
  const { completed, refunded, failed, open, turnover_usd: turnover, account } = card;
  const mayRead = useOperator().actions.includes('read_earnings');
  const counts = Object.entries({ completed, refunded, failed, open }).filter(([, count]) => count > 0);
  return (
    <section className="sheet" aria-labelledby="customer-sum">
      <h2 id="customer-sum">{t('customers_desk.sum')}</h2>
      <p>
        {counts.length === 0
          ? t('customers_desk.no_orders')
          : counts.map(([outcome, count]) => t(`office.customer.${outcome}`, { count })).join(' · ')}
        {turnover === null || turnover === '0' ? '' : ` · ${t('office.customer.turnover', { amount: dollars(turnover, locale) })}`}
      </p>
      <p className="dim">{t('customers_desk.since', { at: clockTime(card.known_since, locale) })}</p>
      {account === null ? (
        <p>{t('customers_desk.guest')}</p>
      ) : (
        <p>
          {t('customers_desk.account')} <span translate="no">{account.email}</span>
          {' · '}
          {t(account.email_verified ? 'customers_desk.verified' : 'customers_desk.unverified')}
          {account.two_factor_enabled ? ` · ${t('customers_desk.two_factor')}` : ''}
          {account.is_disabled ? ` · ${t('customers_desk.disabled')}` : ''}
          {mayRead ? (
            <>
              {' · '}
              <Link to={paths.earnings(account.email)}>{t('office.nav.earnings')}</Link>
            </>
          ) : null}
        </p>
      )}
    </section>
  );
}

/** All that the office knows of one customer, and what can be done about him. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t, locale } = useWords();
  const asked = useQuery({
    queryKey: [...keys.customers(), id, locale],
    queryFn: async ({ signal }) => (await api(officeGetCustomerCard, { params: { id }, signal })).data.attributes,
    refetchInterval: 30_000,
  });
  const card = asked.data;
  const name = card?.email ?? t('customers_desk.title');
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <>
      <h1 translate="no">{name}</h1>
      {asked.isError ? <Problem error={asked.error} retry={() => void asked.refetch()} /> : null}
      {asked.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {card === undefined ? null : (
        <div className="customer-card">
          <div>
            <Summary card={card} />
            <EarnedPart card={card} />
            <OrdersPart id={id} card={card} />
          </div>
          <div>
            <BlacklistPart id={id} card={card} />
            <LimitsPart id={id} card={card} />
            <LinkedPart id={id} card={card} />
            <NotesPart id={id} card={card} />
            <SessionsPart id={id} card={card} />
            <KeptPart card={card} />
          </div>
        </div>
      )}
    </>
  );
}
