import type { SwitchKind } from '#core/staff/switches.ts';
import { Select } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { matchesWords, subjectsOf, type Switchable } from './draft.ts';

/** Options drawn at once; the search narrows them. */
const MAX_SHOWN = 100;

interface SubjectSelectProps {
  readonly kind: SwitchKind;
  readonly switchable: Switchable;
  readonly value: string;
  readonly onChange: (subject: string) => void;
}

/** What to switch off, found by words of its name or code. */
export function SubjectSelect({ kind, switchable, value, onChange }: SubjectSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      key={kind}
      label={t('switches.which')}
      placeholder={t('switches.search')}
      nothingFoundMessage={t('switches.nothing_found')}
      required
      searchable
      limit={MAX_SHOWN}
      data={subjectsOf(kind, switchable)}
      filter={({ options, search }) => options.filter((option) => 'value' in option && matchesWords(option.label, search))}
      value={value === '' ? null : value}
      field="subject"
      onChange={(subject) => onChange(subject ?? '')}
    />
  );
}
