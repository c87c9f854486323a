import { Button } from '@mantine/core';
import { useState } from 'react';
import { type CustomerCardAttributes, officeListTrace, TRACES } from '#contract/office-customer-desk.ts';
import { useApi } from '#office/api/use-api.ts';
import { FIRST_DRAFT, listingOf } from '#office/blacklist/draft.ts';
import { EntryCard } from '#office/blacklist/EntryCard.tsx';
import { ListingFields } from '#office/blacklist/ListingFields.tsx';
import { NativeSelect } from '#office/form/fields.tsx';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { useCardDeed } from './use-card-deed.ts';

interface BlacklistPartProps {
  readonly id: string;
  readonly card: CustomerCardAttributes;
}

function ListTrace({ id, card, onClose }: BlacklistPartProps & { readonly onClose: () => void }) {
  const api = useApi();
  const { t } = useWords();
  const [trace, setTrace] = useState<(typeof TRACES)[number]>('email');
  const [orderId, setOrderId] = useState(card.orders[0]?.id ?? '');
  const [draft, setDraft] = useState(FIRST_DRAFT);
  const listing = useCardDeed(
    (note: string, idempotencyKey) =>
      api(officeListTrace, {
        params: { id },
        body: { trace, order_id: trace === 'email' ? null : orderId, note, ...listingOf(draft, Date.now()) },
        idempotencyKey,
      }),
    onClose,
  );
  return (
    <DeedForm
      what={t('customers_desk.list.hint')}
      submit={t('customers_desk.list.keep_out')}
      note={{ label: t('customers_desk.list.note'), isRequired: true }}
      isGrave
      isBusy={listing.isPending}
      error={listing.error}
      onSubmit={(note) => listing.mutate(note)}
      onCancel={onClose}
    >
      <NativeSelect
        label={t('customers_desk.trace.label')}
        value={trace}
        onChange={({ currentTarget }) => setTrace(TRACES.find((one) => one === currentTarget.value) ?? 'email')}
        data={TRACES.filter((one) => one === 'email' || card.orders.length > 0).map((value) => ({
          value,
          label: t(`customers_desk.trace.${value}`),
        }))}
      />
      {trace === 'email' ? null : (
        <NativeSelect
          label={t('customers_desk.trace.order')}
          value={orderId}
          onChange={({ currentTarget }) => setOrderId(currentTarget.value)}
          data={card.orders.map((order) => ({
            value: order.id,
            label: `${order.id} · ${[order.income.name, ...order.income_requisites, '→', order.outcome.name, ...order.outcome_requisites].join(' ')}`,
          }))}
        />
      )}
      <ListingFields draft={draft} onChange={setDraft} />
    </DeedForm>
  );
}

/** What keeps him out, and keeping him out by a trace of his whose value nobody need see. */
export function BlacklistPart({ id, card }: BlacklistPartProps) {
  const { t } = useWords();
  const mayList = useOperator().actions.includes('change_blacklist');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="sheet" aria-labelledby="customer-blacklist">
      <h2 id="customer-blacklist">{t('customers_desk.list.title')}</h2>
      {card.blacklist.length === 0 ? <p className="dim">{t('customers_desk.not_listed')}</p> : null}
      <ul className="list">
        {card.blacklist.map((entry) => (
          <li key={entry.id}>
            <EntryCard id={entry.id} entry={entry} />
          </li>
        ))}
      </ul>
      {isOpen ? (
        <ListTrace id={id} card={card} onClose={() => setOpen(false)} />
      ) : mayList ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('customers_desk.list.add')}
        </Button>
      ) : null}
    </section>
  );
}
