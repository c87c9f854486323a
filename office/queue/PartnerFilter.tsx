import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeListPartners } from '#contract/office/customers/partners.ts';
import { keys } from '#office/api/keys.ts';
import { problemMessage } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { Select } from '#office/form/fields.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Length of the id prefix shown to operators who may not read partners. */
const ID_PREFIX_LENGTH = 8;

export interface PartnerFilterProps {
  readonly partner: string | undefined;
  /** The partner's name; null while not loaded. */
  readonly name: string | null;
  readonly onChange: (partner: string | undefined) => void;
}

/** Filters orders by partner. An operator who may not read partners sees the partner of the address and can clear it. */
export function PartnerFilter({ partner, name, onChange }: PartnerFilterProps) {
  const api = useApi();
  const { t } = useTranslation();
  const mayRead = useOperator().actions.includes('read_partners');
  const [searchText, setSearchText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const q = searchText === name ? '' : searchText.trim();
  const partners = useQuery({
    queryKey: [...keys.partners(), 'choice', q],
    queryFn: async ({ signal }) => (await api(officeListPartners, { query: q === '' ? {} : { q }, signal })).data,
    enabled: mayRead && isOpen,
    placeholderData: keepPreviousData,
  });
  if (!mayRead && partner === undefined) return null;
  const found = (partners.data ?? []).map(({ id, attributes }) => ({ value: id, label: attributes.name ?? attributes.email }));
  const emptyMessage = partners.isError
    ? problemMessage(partners.error, t)
    : t(partners.isPending ? 'office.loading' : `office.queue.${q === '' ? 'no_partners' : 'no_such_partner'}`);
  const chosen =
    partner === undefined || found.some(({ value }) => value === partner)
      ? []
      : [{ value: partner, label: name ?? partner.slice(0, ID_PREFIX_LENGTH) }];
  return (
    <Select
      className="partner-filter"
      size="xs"
      clearable
      searchable={mayRead}
      aria-label={t('office.queue.partner')}
      placeholder={t('office.queue.partner')}
      data={[...chosen, ...found]}
      // The server searches names, e-mails and keys; the chosen partner need not match the text
      filter={({ options }) =>
        q === '' ? options : options.filter((option) => 'value' in option && found.some(({ value }) => value === option.value))
      }
      nothingFoundMessage={emptyMessage}
      value={partner ?? null}
      onSearchChange={setSearchText}
      onDropdownOpen={() => setOpen(true)}
      onChange={(value) => onChange(value ?? undefined)}
      clearButtonProps={{ 'aria-label': t('office.clear') }}
    />
  );
}
