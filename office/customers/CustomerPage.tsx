import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type CustomerCardAttributes, officeGetCustomerCard, officeNoteOnCustomer } from '#contract/office/customers/customer-desk.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { dollars } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { KeepWhileEditing } from '#office/editing/Editing.tsx';
import { NoteForm, NoteList } from '#office/notes/Notes.tsx';
import { BlacklistPart } from './BlacklistPart.tsx';
import { EarnedPart } from './EarnedPart.tsx';
import { LimitsPart, SavedRequisitesPart, SessionsPart } from './PersonPart.tsx';
import { OrdersPart } from './OrdersPart.tsx';
import { LinkedPart } from './LinkedPart.tsx';
import './CustomerPage.css';

/** Notes of the office on the customer. */
function NotesPart({ id, card }: { readonly id: string; readonly card: CustomerCardAttributes }) {
  const { t } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="customer-notes">
      <h2 id="customer-notes">{t('customers_desk.notes')}</h2>
      <NoteList
        notes={card.notes.map(({ note: text, audience, order_id: orderId, ...note }) => ({
          ...note,
          text,
          beside: (
            <>
              {audience === 'office' ? '' : ` · ${t(`office.customer.for.${audience}`)}`} ·{' '}
              <OrderNumber id={orderId} to={paths.order(orderId)} />
            </>
          ),
        }))}
      />
      <KeepWhileEditing when={card.may_note.length > 0}>
        <NoteForm
          about={`customer:${id}`}
          label={t('office.customer.note')}
          submit={t('office.customer.keep')}
          audiences={card.may_note}
          send={(note, call) => call(officeNoteOnCustomer, { params: { id }, body: note })}
          after={[keys.customers()]}
        />
      </KeepWhileEditing>
    </section>
  );
}

function Summary({ card }: { readonly card: CustomerCardAttributes }) {
  const { t, locale } = useTranslation();
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

/** One customer: facts, orders, limits, links, notes, sessions, and what can be done about them. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t, locale } = useTranslation();
  const query = useQuery({
    queryKey: [...keys.customers(), id, locale],
    queryFn: async ({ signal }) => (await api(officeGetCustomerCard, { params: { id }, signal })).data.attributes,
    refetchInterval: 30_000,
  });
  const name = query.data?.email ?? t('customers_desk.title');
  return (
    <Screen title={name} heading={<span translate="no">{name}</span>}>
      <Loaded query={query}>
        {(card) => (
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
              <SavedRequisitesPart card={card} />
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}
