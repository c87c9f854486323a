import { officeAddToBlacklist } from '#contract/office/customers/blacklist.ts';
import { BLACKLIST_KINDS, type BlacklistKind } from '#core/customer/blacklist.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { FIRST_DRAFT, type ListingDraft, listingOf } from './draft.ts';
import { ListingFields } from './ListingFields.tsx';

/** Adds a value to the blacklist. */
export function AddEntry({ onClose }: { readonly onClose: () => void }) {
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
