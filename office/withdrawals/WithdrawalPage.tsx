import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  officeGetWithdrawal,
  officeMoveWithdrawal,
  type OfficeWithdrawalPage,
  type WithdrawalAction,
} from '#contract/office/money/withdrawals.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { dollars, money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { Postings } from '#office/order/Postings.tsx';
import { paths } from '#office/paths.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { Payouts } from './Payouts.tsx';
import { WithdrawalState } from './WithdrawalState.tsx';

/** One withdrawal: amounts, destination, allowed actions, payouts, timeline. */
export function WithdrawalPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: keys.withdrawal(id),
    queryFn: ({ signal }) => api(officeGetWithdrawal, { params: { id }, signal }),
    refetchInterval: 5_000,
  });
  return (
    <Screen
      title={t('office_withdrawals.one', { id })}
      above={
        <p>
          <Link to={paths.withdrawals()}>{t('office_withdrawals.title')}</Link>
        </p>
      }
    >
      <Loaded query={query}>
        {({ data: { attributes: withdrawal } }) => (
          <div className="cards">
            <Facts withdrawal={withdrawal} />
            <KeepWhileEditing when={withdrawal.deeds.length > 0}>
              <Actions id={id} withdrawal={withdrawal} />
            </KeepWhileEditing>
            <Payouts id={id} withdrawal={withdrawal} />
            <Timeline withdrawal={withdrawal} />
            <Postings order={withdrawal} />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

interface WithdrawalProps {
  readonly withdrawal: OfficeWithdrawalPage;
}

function Customer({ withdrawal: { email, customer_id: card } }: WithdrawalProps) {
  const mayOpen = useOperator().actions.includes('read_customers');
  return card === null || !mayOpen ? (
    <span translate="no">{email}</span>
  ) : (
    <Link to={paths.customer(card)} translate="no">
      {email}
    </Link>
  );
}

function Facts({ withdrawal }: WithdrawalProps) {
  const { t, locale } = useTranslation();
  const at = (moment: string | null, name: string) => (moment === null ? null : { name: t(name), value: clockTime(moment, locale) });
  return (
    <section className="sheet" aria-labelledby="withdrawal-facts">
      <h2 id="withdrawal-facts">
        <WithdrawalState withdrawal={withdrawal} />
      </h2>
      {withdrawal.open_approvals === 0 ? null : (
        <p className="line">
          <Link to={paths.approvals()}>{t('office_withdrawals.approvals', { count: withdrawal.open_approvals })}</Link>
        </p>
      )}
      <FactList
        facts={[
          { name: t('office_withdrawals.who'), value: <Customer withdrawal={withdrawal} /> },
          { name: t('office_withdrawals.purse'), value: t(`office_withdrawals.purses.${withdrawal.purse}`) },
          { name: t('office_withdrawals.given'), value: dollars(withdrawal.purse_amount, locale) },
          {
            name: t('office_withdrawals.got_of', { system: withdrawal.payment_system_id }),
            value: `${withdrawal.is_floating ? '≈ ' : ''}${money(withdrawal.outcome_amount, withdrawal.currency_iso_code, locale)}`,
          },
          {
            name: t('office_withdrawals.destination'),
            value: <span translate="no">{Object.values(withdrawal.destination).join(', ')}</span>,
          },
          at(withdrawal.created_at, 'office_withdrawals.created'),
          at(withdrawal.held_until, 'office_withdrawals.held'),
          at(withdrawal.promised_at, 'office_withdrawals.promised'),
          withdrawal.tx_hash === null
            ? null
            : { name: t('office_withdrawals.tx'), value: <span className="code">{withdrawal.tx_hash}</span> },
        ]}
      />
    </section>
  );
}

const DESTRUCTIVE: ReadonlySet<WithdrawalAction> = new Set(['return_to_purse', 'stop']);

function Actions({ id, withdrawal }: WithdrawalProps & { readonly id: string }) {
  const { t, locale } = useTranslation();
  const [chosen, setChosen] = useState<WithdrawalAction>();
  const move = useCommand(officeMoveWithdrawal, { after: [keys.withdrawals()], onDone: () => setChosen(undefined) });
  const amount = dollars(withdrawal.purse_amount, locale);
  return (
    <section className="sheet" aria-labelledby="withdrawal-deeds">
      <h2 id="withdrawal-deeds">{t('office_withdrawals.deeds')}</h2>
      {chosen === undefined ? (
        <div className="row">
          {withdrawal.deeds.map((action) => (
            <Button key={action} size="sm" variant="default" onClick={() => setChosen(action)}>
              {t(`office_withdrawals.deed.${action}.name`)}
            </Button>
          ))}
        </div>
      ) : (
        <KeepWhileEditing when={withdrawal.deeds.includes(chosen)}>
          <ActionForm
            key={chosen}
            what={t(`office_withdrawals.deed.${chosen}.what`, { amount, email: withdrawal.email })}
            submit={t(`office_withdrawals.deed.${chosen}.name`)}
            note={{ label: t('office_withdrawals.note'), isRequired: true }}
            isDestructive={DESTRUCTIVE.has(chosen)}
            command={move}
            onSubmit={(note) => move.run({ params: { id }, body: { move: chosen, note, version: withdrawal.version } })}
            onCancel={() => setChosen(undefined)}
            waits={chosen === 'release' ? { kind: 'release_withdrawal', subject: id } : undefined}
          />
        </KeepWhileEditing>
      )}
    </section>
  );
}

function Timeline({ withdrawal }: WithdrawalProps) {
  const { t, locale } = useTranslation();
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
