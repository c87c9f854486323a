import { Button } from '@mantine/core';
import { useState } from 'react';
import { type CustomerCardAttributes, officeSignOutCustomer } from '#contract/office-customer-desk.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { useCardDeed } from './use-card-deed.ts';

interface PartProps {
  readonly id: string;
  readonly card: CustomerCardAttributes;
}

function SignOut({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const api = useApi();
  const { t } = useWords();
  const ending = useCardDeed(
    (note: string, idempotencyKey) => api(officeSignOutCustomer, { params: { id }, body: { note }, idempotencyKey }),
    onClose,
  );
  return (
    <DeedForm
      what={t('customers_desk.sessions.hint')}
      submit={t('customers_desk.sessions.end')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      isBusy={ending.isPending}
      error={ending.error}
      onSubmit={(note) => ending.mutate(note)}
      onCancel={onClose}
    />
  );
}

/** Where his account is open, and ending that. */
export function SessionsPart({ id, card }: PartProps) {
  const { t, locale } = useWords();
  const mayEnd = useOperator().actions.includes('change_customers') && card.sessions.length > 0;
  const [isOpen, setOpen] = useState(false);
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
      {isOpen ? (
        <SignOut id={id} onClose={() => setOpen(false)} />
      ) : mayEnd ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('customers_desk.sessions.end')}
        </Button>
      ) : null}
    </section>
  );
}

/** Cards that he has shown and requisites that he keeps, masked. */
export function KeptPart({ card }: Pick<PartProps, 'card'>) {
  const { t, locale } = useWords();
  if (card.cards.length + card.wallets.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="customer-kept">
      <h2 id="customer-kept">{t('customers_desk.kept')}</h2>
      <ul className="list">
        {card.cards.map((one) => (
          <li key={`${one.masked} ${one.created_at}`} className="line">
            <span className="code">{one.masked}</span>
            <span className="badge">{t(`customers_desk.card_state.${one.state}`)}</span>
            <span className="dim">{clockTime(one.created_at, locale)}</span>
          </li>
        ))}
        {card.wallets.map((one) => (
          <li key={`${one.system} ${one.masked.join(' ')} ${one.last_used_at}`} className="line">
            <span>{one.system}</span>
            <span className="code">{one.masked.join(' · ')}</span>
            <span className="dim" translate="no">
              {one.label}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
