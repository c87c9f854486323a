import { BLACKLIST_REASONS } from '#core/customer/blacklist.ts';
import { NativeSelect } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type ListingDraft, reasonOf, TERMS, termOf } from './draft.ts';

export interface ListingFieldsProps {
  readonly draft: ListingDraft;
  readonly onChange: (draft: ListingDraft) => void;
}

/** Reason and term of a blacklist entry. */
export function ListingFields({ draft, onChange }: ListingFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        label={t('customers_desk.list.reason')}
        value={draft.reason}
        onChange={({ currentTarget }) => onChange({ ...draft, reason: reasonOf(currentTarget.value) })}
        data={BLACKLIST_REASONS.map((value) => ({ value, label: t(`customers_desk.reason.${value}`) }))}
      />
      <NativeSelect
        label={t('customers_desk.list.term')}
        value={String(draft.term)}
        onChange={({ currentTarget }) => onChange({ ...draft, term: termOf(currentTarget.value) })}
        data={TERMS.map((term) => ({
          value: String(term),
          label: term === null ? t('customers_desk.list.for_ever') : t('customers_desk.list.days', { count: term }),
        }))}
      />
    </>
  );
}
