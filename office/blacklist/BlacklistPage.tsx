import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BLACKLIST_STATES, officeListBlacklist, officeAddToBlacklist } from '#contract/office/customers/blacklist.ts';
import { oneOf } from '#core/closed-list.ts';
import { BLACKLIST_KINDS, type BlacklistKind } from '#core/customer/blacklist.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Cards, useRowsWhileEditing } from '#office/editing/Cards.tsx';
import { ListBody } from '#office/lists/ListBody.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { EntryCard } from './EntryCard.tsx';
import { FIRST_DRAFT, type ListingDraft, ListingFields, listingOf } from './ListingFields.tsx';

/** Adds a value to the blacklist. */
function AddEntry({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useFields<{ kind: BlacklistKind; value: string; listing: ListingDraft }>({ kind: 'email', value: '', listing: FIRST_DRAFT });
  const add = useCommand(officeAddToBlacklist, { after: [keys.blacklist()], onDone: onClose });
  const { kind, value, listing } = form.values;
  return (
    <section className="sheet" aria-labelledby="add-entry">
      <h2 id="add-entry">{t('customers_desk.list.add')}</h2>
      <ActionForm
        what={t('customers_desk.list.hint')}
        submit={t('customers_desk.list.keep_out')}
        note={{ label: t('customers_desk.list.note'), isRequired: true }}
        isDestructive
        command={add}
        onSubmit={(note) => add.run({ body: { kind, value, note, ...listingOf(listing, Date.now()) } })}
        onCancel={onClose}
      >
        <NativeSelect
          {...form.nativeOption('kind', BLACKLIST_KINDS)}
          label={t('customers_desk.list.kind')}
          data={BLACKLIST_KINDS.map((option) => ({ value: option, label: t(`customers_desk.kind.${option}`) }))}
        />
        <TextInput
          {...form.text('value')}
          label={t('customers_desk.list.value')}
          required
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
        />
        <ListingFields draft={listing} onChange={(next) => form.set({ listing: next })} />
      </ActionForm>
    </section>
  );
}

const FILTERS = ['state', 'kind'] as const;

/** Blacklist entries: e-mails, requisites and other values that the shop makes no orders for. */
export function BlacklistPage() {
  const api = useApi();
  const { t } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const mayAdd = useOperator().actions.includes('change_blacklist');
  const [isAdding, setAdding] = useState(false);
  const state = oneOf(BLACKLIST_STATES, address.filters['state']) ?? 'active';
  const kind = oneOf(BLACKLIST_KINDS, address.filters['kind']);
  const queryKey = [...keys.blacklist(), state, kind, query];
  const entries = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(officeListBlacklist, { query: { state, kind, ...query }, signal }),
    refetchInterval: 30_000,
  });
  const rows = useRowsWhileEditing(entries, queryKey);
  return (
    <Screen title={t('customers_desk.list.title')}>
      <ListTools
        list={list}
        search={t('customers_desk.list.search')}
        filters={[
          {
            name: 'state',
            label: t('customers_desk.list.which'),
            choices: (['ended', 'all'] as const).map((value) => ({ value, label: t(`customers_desk.list.state.${value}`) })),
          },
          {
            name: 'kind',
            label: t('customers_desk.list.kind'),
            choices: BLACKLIST_KINDS.map((value) => ({ value, label: t(`customers_desk.kind.${value}`) })),
          },
        ]}
      >
        {mayAdd ? (
          <Button size="xs" onClick={() => setAdding(true)}>
            {t('customers_desk.list.add')}
          </Button>
        ) : null}
      </ListTools>
      {isAdding ? <AddEntry onClose={() => setAdding(false)} /> : null}
      <ListBody query={rows.query} list={list} empty={t('customers_desk.list.none')}>
        <Cards list={rows}>{({ id, attributes }) => <EntryCard id={id} entry={attributes} />}</Cards>
      </ListBody>
    </Screen>
  );
}
