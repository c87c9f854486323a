import { type CustomerCardAttributes, officeSignOutCustomer } from '#contract/office/customers/customer-desk.ts';
import { useCommand } from '#office/api/use-command.ts';
import { clockTime } from '#office/format/moment.ts';
import { ActionForm, FormButton } from '#office/form/ActionForm.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CARD_QUERIES } from './card-queries.ts';

interface PartProps {
  readonly id: string;
  readonly card: CustomerCardAttributes;
}

function SignOut({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const signOut = useCommand(officeSignOutCustomer, { after: CARD_QUERIES, onDone: onClose });
  return (
    <ActionForm
      what={t('customers_desk.sessions.hint')}
      submit={t('customers_desk.sessions.end')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      command={signOut}
      onSubmit={(note) => signOut.run({ params: { id }, body: { note } })}
      onCancel={onClose}
    />
  );
}

/** Sessions of the customer's account, and signing all of them out. */
export function SessionsPart({ id, card }: PartProps) {
  const { t, locale } = useTranslation();
  const mayEnd = useOperator().actions.includes('change_customers') && card.sessions.length > 0;
  if (card.account === null) return null;
  return (
    <section className="sheet" aria-labelledby="customer-sessions">
      <h2 id="customer-sessions">{t('customers_desk.sessions.title')}</h2>
      {card.sessions.length === 0 ? <p className="dim">{t('customers_desk.sessions.none')}</p> : null}
      <ul className="list">
        {card.sessions.map((session) => (
          <li key={`${session.created_at} ${session.network}`}>
            <p className="line">
              <span translate="no">{session.device ?? '—'}</span>
              <span className="code">{session.network}</span>
              <span className="dim">{clockTime(session.last_seen_at, locale)}</span>
            </p>
          </li>
        ))}
      </ul>
      <FormButton label={t('customers_desk.sessions.end')} isOffered={mayEnd}>
        {(close) => <SignOut id={id} onClose={close} />}
      </FormButton>
    </section>
  );
}

/** Verified cards and saved requisites of the customer, masked. */
export function SavedRequisitesPart({ card }: Pick<PartProps, 'card'>) {
  const { t, locale } = useTranslation();
  if (card.cards.length + card.wallets.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="customer-kept">
      <h2 id="customer-kept">{t('customers_desk.kept')}</h2>
      <ul className="list">
        {card.cards.map((verifiedCard) => (
          <li key={`${verifiedCard.masked} ${verifiedCard.created_at}`} className="line">
            <span className="code">{verifiedCard.masked}</span>
            <span className="badge">{t(`customers_desk.card_state.${verifiedCard.state}`)}</span>
            <span className="dim">{clockTime(verifiedCard.created_at, locale)}</span>
          </li>
        ))}
        {card.wallets.map((wallet) => (
          <li key={`${wallet.system} ${wallet.masked.join(' ')} ${wallet.last_used_at}`} className="line">
            <span>{wallet.system}</span>
            <span className="code">{wallet.masked.join(' · ')}</span>
            <span className="dim" translate="no">
              {wallet.label}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
