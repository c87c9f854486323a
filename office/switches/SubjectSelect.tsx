import type { SwitchKind } from '#core/switches.ts';
import { Select } from '#office/form/fields.tsx';
import { useWords } from '#office/words/Words.tsx';
import { matchesWords, subjectsOf, type Switchable } from './draft.ts';

/** More are not drawn: what is typed narrows them. */
const MAX_SHOWN = 100;

interface SubjectSelectProps {
  readonly kind: SwitchKind;
  readonly switchable: Switchable;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (subject: string) => void;
}

/** What to switch off, found by any words of its name or code. */
export function SubjectSelect({ kind, switchable, value, error, onChange }: SubjectSelectProps) {
  const { t } = useWords();
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
      filter={({ options, search }) => options.filter((one) => 'value' in one && matchesWords(one.label, search))}
      value={value === '' ? null : value}
      error={error}
      onChange={(subject) => onChange(subject ?? '')}
    />
  );
}
