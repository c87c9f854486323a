import { oneOf } from '#core/closed-list.ts';
import { BLACKLIST_REASONS, type BlacklistReason } from '#core/customer/blacklist.ts';
import { DAY_MS, toRfc3339 } from '#core/time.ts';
import { NativeSelect } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Terms in days; null: until ended by an operator. */
const TERMS = [null, 1, 7, 30, 90, 365] as const;
type Term = (typeof TERMS)[number];

/** Reason and term of a blacklist entry. */
export interface ListingDraft {
  readonly reason: BlacklistReason;
  readonly term: Term;
}

export const FIRST_DRAFT: ListingDraft = { reason: 'fraud', term: null };

const reasonOf = (value: string): BlacklistReason => oneOf(BLACKLIST_REASONS, value) ?? 'other';
const termOf = (value: string): Term => TERMS.find((term) => String(term) === value) ?? null;

/** Members of the call's body. */
export const listingOf = ({ reason, term }: ListingDraft, now: number) => ({
  reason,
  ends_at: term === null ? null : toRfc3339(now + term * DAY_MS),
});

interface ListingFieldsProps {
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
