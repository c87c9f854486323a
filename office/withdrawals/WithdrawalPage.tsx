import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { officeGetWithdrawal, officeMoveWithdrawal, type OfficeWithdrawalPage, type WithdrawalDeed } from '#contract/office-withdrawals.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { dollars, money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { Kept } from '#office/in-hand/Kept.tsx';
import { Postings } from '#office/order/Postings.tsx';
import { paths } from '#office/paths.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { FactList } from '#office/pieces/FactList.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { Payouts } from './Payouts.tsx';
import { StateWords } from './StateWords.tsx';

/** One withdrawal: what is paid to whom, what a person may do now, and everything that has happened. */
export function WithdrawalPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useWords();
  const asked = useQuery({
    queryKey: keys.withdrawal(id),
    queryFn: ({ signal }) => api(officeGetWithdrawal, { params: { id }, signal }),
    refetchInterval: 5_000,
  });
  useEffect(() => {
    document.title = t('office_withdrawals.one', { id });
  }, [t, id]);
  const withdrawal = asked.data?.data.attributes;
  return (
    <>
      <p>
        <Link to={paths.withdrawals()}>{t('office_withdrawals.title')}</Link>
      </p>
      <h1>{t('office_withdrawals.one', { id })}</h1>
      {asked.isError ? <Problem error={asked.error} retry={() => void asked.refetch()} /> : null}
      {asked.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {withdrawal === undefined ? null : (
        <div className="cards">
          <Facts withdrawal={withdrawal} />
          <Kept when={withdrawal.deeds.length > 0}>
            <Deeds id={id} withdrawal={withdrawal} />
          </Kept>
          <Payouts id={id} withdrawal={withdrawal} />
          <Timeline withdrawal={withdrawal} />
          <Postings order={withdrawal} />
        </div>
      )}
    </>
  );
}

interface Shown {
  readonly withdrawal: OfficeWithdrawalPage;
}

function Who({ withdrawal: { email, customer_id: card } }: Shown) {
  const mayOpen = useOperator().actions.includes('read_customers');
  return card === null || !mayOpen ? (
    <span translate="no">{email}</span>
  ) : (
    <Link to={paths.customer(card)} translate="no">
      {email}
    </Link>
  );
}

function Facts({ withdrawal: one }: Shown) {
  const { t, locale } = useWords();
  const at = (moment: string | null, name: string) => (moment === null ? null : { name: t(name), value: clockTime(moment, locale) });
  return (
    <section className="sheet" aria-labelledby="withdrawal-facts">
      <h2 id="withdrawal-facts">
        <StateWords withdrawal={one} />
      </h2>
      {one.open_approvals === 0 ? null : (
        <p className="line">
          <Link to={paths.approvals()}>{t('office_withdrawals.approvals', { count: one.open_approvals })}</Link>
        </p>
      )}
      <FactList
        facts={[
          { name: t('office_withdrawals.who'), value: <Who withdrawal={one} /> },
          { name: t('office_withdrawals.purse'), value: t(`office_withdrawals.purses.${one.purse}`) },
          { name: t('office_withdrawals.given'), value: dollars(one.purse_amount, locale) },
          {
            name: t('office_withdrawals.got_of', { system: one.payment_system_id }),
            value: `${one.is_floating ? '≈ ' : ''}${money(one.outcome_amount, one.currency_iso_code, locale)}`,
          },
          { name: t('office_withdrawals.destination'), value: <span translate="no">{Object.values(one.destination).join(', ')}</span> },
          at(one.created_at, 'office_withdrawals.created'),
          at(one.held_until, 'office_withdrawals.held'),
          at(one.promised_at, 'office_withdrawals.promised'),
          one.tx_hash === null ? null : { name: t('office_withdrawals.tx'), value: <span className="code">{one.tx_hash}</span> },
        ]}
      />
    </section>
  );
}

const GRAVE: ReadonlySet<WithdrawalDeed> = new Set(['return_to_purse', 'stop']);

function Deeds({ id, withdrawal }: Shown & { readonly id: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const { t, locale } = useWords();
  const [chosen, setChosen] = useState<WithdrawalDeed>();
  const move = useMutation({
    mutationFn: (said: { readonly move: WithdrawalDeed; readonly note: string }) =>
      api(officeMoveWithdrawal, { params: { id }, body: { ...said, version: withdrawal.version } }),
    onSuccess: () => setChosen(undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.withdrawals() }),
  });
  const amount = dollars(withdrawal.purse_amount, locale);
  return (
    <section className="sheet" aria-labelledby="withdrawal-deeds">
      <h2 id="withdrawal-deeds">{t('office_withdrawals.deeds')}</h2>
      {chosen === undefined ? (
        <div className="row">
          {withdrawal.deeds.map((deed) => (
            <Button key={deed} size="sm" variant="default" onClick={() => setChosen(deed)}>
              {t(`office_withdrawals.deed.${deed}.name`)}
            </Button>
          ))}
        </div>
      ) : (
        <Kept when={withdrawal.deeds.includes(chosen)}>
          <DeedForm
            key={chosen}
            what={t(`office_withdrawals.deed.${chosen}.what`, { amount, email: withdrawal.email })}
            submit={t(`office_withdrawals.deed.${chosen}.name`)}
            note={{ label: t('office_withdrawals.note'), isRequired: true }}
            isGrave={GRAVE.has(chosen)}
            isBusy={move.isPending}
            error={move.error}
            onSubmit={(note) => move.mutate({ move: chosen, note })}
            onCancel={() => setChosen(undefined)}
            waits={chosen === 'release' ? { kind: 'release_withdrawal', subject: id } : undefined}
          />
        </Kept>
      )}
    </section>
  );
}

function Timeline({ withdrawal }: Shown) {
  const { t, locale } = useWords();
  return (
    <section className="sheet" aria-labelledby="withdrawal-timeline">
      <h2 id="withdrawal-timeline">{t('office_withdrawals.timeline')}</h2>
      <ol className="plain">
        {withdrawal.timeline.map(({ move, actor, who, note, at, early }) => (
          <li key={`${at} ${move}`}>
            <p className="line">
              <time className="dim figures" dateTime={at}>
                {clockTime(at, locale)}
              </time>
              <span>
                {early === null
                  ? t(`office_withdrawals.move.${move}`)
                  : t('office_withdrawals.released_early', { until: clockTime(early.held_until, locale), who: early.approved_by })}
              </span>
              <span className="dim" translate={who === null ? undefined : 'no'}>
                {who ?? t(`office.actor.${actor}`)}
              </span>
            </p>
            {note === null || note === '' ? null : (
              <p className="note" translate="no">
                {note}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
