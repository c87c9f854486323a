import { type CustomerCardAttributes, officeListTrace, TRACES } from '#contract/office/customers/customer-desk.ts';
import { orderNumber } from '#core/order/number.ts';
import { useCommand } from '#office/api/use-command.ts';
import { FIRST_DRAFT, type ListingDraft, ListingFields, listingOf } from '#office/blacklist/ListingFields.tsx';
import { EntryCard } from '#office/blacklist/EntryCard.tsx';
import { ActionForm, FormButton } from '#office/form/ActionForm.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { NativeSelect } from '#office/form/fields.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CARD_QUERIES } from './PersonPart.tsx';

interface BlacklistPartProps {
  readonly id: string;
  readonly card: CustomerCardAttributes;
}

function AddEntryForm({ id, card, onClose }: BlacklistPartProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useFields<{ trace: (typeof TRACES)[number]; order_id: string; listing: ListingDraft }>({
    trace: 'email',
    order_id: card.orders[0]?.id ?? '',
    listing: FIRST_DRAFT,
  });
  const addEntry = useCommand(officeListTrace, { after: CARD_QUERIES, onDone: onClose });
  const { trace, order_id: orderId, listing } = form.values;
  const send = (note: string) =>
    addEntry.run({
      params: { id },
      body: { trace, order_id: trace === 'email' ? null : orderId, note, ...listingOf(listing, Date.now()) },
    });
  return (
    <ActionForm
      what={t('customers_desk.list.hint')}
      submit={t('customers_desk.list.keep_out')}
      note={{ label: t('customers_desk.list.note'), isRequired: true }}
      isDestructive
      command={addEntry}
      onSubmit={send}
      onCancel={onClose}
    >
      <NativeSelect
        {...form.nativeOption('trace', TRACES)}
        label={t('customers_desk.trace.label')}
        data={TRACES.filter((value) => value === 'email' || card.orders.length > 0).map((value) => ({
          value,
          label: t(`customers_desk.trace.${value}`),
        }))}
      />
      {trace === 'email' ? null : (
        <NativeSelect
          {...form.text('order_id')}
          label={t('customers_desk.trace.order')}
          data={card.orders.map((order) => ({
            value: order.id,
            label: `${orderNumber(order.id)} · ${[order.income.name, ...order.income_requisites, '→', order.outcome.name, ...order.outcome_requisites].join(' ')}`,
          }))}
        />
      )}
      <ListingFields draft={listing} onChange={(next) => form.set({ listing: next })} />
    </ActionForm>
  );
}

/** Blacklist entries that match the customer; an entry can be made from an order's e-mail or requisites without showing them. */
export function BlacklistPart({ id, card }: BlacklistPartProps) {
  const { t } = useTranslation();
  const mayList = useOperator().actions.includes('change_blacklist');
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
      <FormButton label={t('customers_desk.list.add')} isOffered={mayList}>
        {(close) => <AddEntryForm id={id} card={card} onClose={close} />}
      </FormButton>
    </section>
  );
}
