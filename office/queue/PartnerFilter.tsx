import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeListPartners } from '#contract/office-partners.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { Select } from '#office/form/fields.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';

/** Enough to tell one from another, for those who may not read partners. */
const SHOWN_OF_ID = 8;

export interface PartnerFilterProps {
  readonly partner: string | undefined;
  /** What he is called; null while nobody has said. */
  readonly name: string | null;
  readonly onChange: (partner: string | undefined) => void;
}

/** Whose keys or whose link brought the orders. Who may not read partners sees the one that he came with, and may let go of him. */
export function PartnerFilter({ partner, name, onChange }: PartnerFilterProps) {
  const api = useApi();
  const { t } = useWords();
  const mayRead = useOperator().actions.includes('read_partners');
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const q = typed === name ? '' : typed.trim();
  const partners = useQuery({
    queryKey: [...keys.partners(), 'choice', q],
    queryFn: async ({ signal }) => (await api(officeListPartners, { query: q === '' ? {} : { q }, signal })).data,
    enabled: mayRead && isOpen,
    placeholderData: keepPreviousData,
  });
  if (!mayRead && partner === undefined) return null;
  const found = (partners.data ?? []).map(({ id, attributes }) => ({ value: id, label: attributes.name ?? attributes.email }));
  const noneWords = partners.isError
    ? problemWords(partners.error, t)
    : t(partners.isPending ? 'office.loading' : `office.queue.${q === '' ? 'no_partners' : 'no_such_partner'}`);
  const chosen =
    partner === undefined || found.some(({ value }) => value === partner)
      ? []
      : [{ value: partner, label: name ?? partner.slice(0, SHOWN_OF_ID) }];
  return (
    <Select
      className="partner-filter"
      size="xs"
      clearable
      searchable={mayRead}
      aria-label={t('office.queue.partner')}
      placeholder={t('office.queue.partner')}
      data={[...chosen, ...found]}
      // What was typed is looked for on the server, in names, e-mails and keys: the one who is chosen is not found by every word
      filter={({ options }) =>
        q === '' ? options : options.filter((one) => 'value' in one && found.some(({ value }) => value === one.value))
      }
      nothingFoundMessage={noneWords}
      value={partner ?? null}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      onChange={(value) => onChange(value ?? undefined)}
      clearButtonProps={{ 'aria-label': t('office.clear') }}
    />
  );
}
