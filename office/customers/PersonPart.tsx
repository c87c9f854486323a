import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { type CustomerCardAttributes, officeSetCustomerLimits, officeSignOutCustomer } from '#contract/office/customers/customer-desk.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useCommand } from '#office/api/use-command.ts';
import { ActionForm, FormButton } from '#office/form/ActionForm.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { dollars } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Read again after every command about a customer. */
export const CARD_QUERIES = [keys.customers(), keys.blacklist(), keys.earnings()];

const NAMES = ['order_usd', 'day_usd', 'month_usd'] as const;
type Limits = Readonly<Record<(typeof NAMES)[number], number | null>>;

interface LimitsPartProps {
  readonly id: string;
  readonly card: CustomerCardAttributes;
}

function LimitsForm({ id, card, onClose }: LimitsPartProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { version, ...limits } = card.limits;
  const form = useFields<Limits>(limits);
  // The version at opening: a colleague's later change is not overwritten, the save is refused
  const [openedVersion] = useState(version);
  const save = useCommand(officeSetCustomerLimits, { after: CARD_QUERIES, onDone: onClose });
  return (
    <ActionForm
      what={t('customers_desk.limits.hint')}
      submit={t('customers_desk.limits.save')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      command={save}
      onSubmit={(note) => save.run({ params: { id }, body: { ...form.values, version: openedVersion, note } })}
      onCancel={onClose}
    >
      {NAMES.map((name) => (
        <NumberInput
          key={name}
          label={t(`customers_desk.limits.${name}`)}
          min={1}
          max={1_000_000_000}
          allowDecimal={false}
          allowNegative={false}
          placeholder={t('customers_desk.limits.none')}
          value={form.values[name] ?? ''}
          onChange={(value) => form.set({ [name]: typeof value === 'number' ? value : null })}
        />
      ))}
    </ActionForm>
  );
}

/** A customer's own limits beside what was used of them. */
export function LimitsPart({ id, card }: LimitsPartProps) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_customers');
  const usd = (amount: string | number | null) => (amount === null ? t('customers_desk.limits.none') : dollars(String(amount), locale));
  const used = { order_usd: undefined, day_usd: card.used.day_usd, month_usd: card.used.month_usd };
  return (
    <section className="sheet" aria-labelledby="customer-limits">
      <h2 id="customer-limits">{t('customers_desk.limits.title')}</h2>
      <dl className="facts">
        {NAMES.map((name) => (
          <div key={name}>
            <dt>{t(`customers_desk.limits.${name}`)}</dt>
            <dd>
              {usd(card.limits[name])}
              {used[name] == null ? null : <span className="dim"> {t('customers_desk.limits.used', { amount: usd(used[name]) })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <FormButton label={t('customers_desk.limits.change')} isOffered={mayChange}>
        {(close) => <LimitsForm id={id} card={card} onClose={close} />}
      </FormButton>
    </section>
  );
}

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
