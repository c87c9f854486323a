import { SETTINGS_CALLS, type SettingsOf } from '#contract/office-settings.ts';
import { LOCALES } from '#core/locale.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { TextInput } from '#office/form/fields.tsx';
import { useWords } from '#office/words/Words.tsx';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

const LINES = ['email', 'phone', 'telegram'] as const;
const FIELDS = [...LINES, 'hours/ru', 'hours/en'];

/** Where customers find people. */
export function ContactsForm() {
  const api = useApi();
  const { t } = useWords();
  const section = useSection<SettingsOf<'contacts'>>({
    name: 'contacts',
    read: async (signal) => (await api(SETTINGS_CALLS.contacts.read, { signal })).data.attributes,
    save: async (body) => (await api(SETTINGS_CALLS.contacts.save, { body })).data.attributes,
  });
  const { value, change, saving } = section;
  if (value === undefined) return null;
  const at = (field: string) => fieldProblem(saving.error, field);
  return (
    <SectionForm label={t('office_opening.step.contacts.title')} section={section} fields={FIELDS}>
      {LINES.map((name) => (
        <TextInput
          key={name}
          label={t(`office_opening.contacts.${name}`)}
          {...(name === 'email' ? { type: 'email' } : {})}
          autoComplete="off"
          value={value[name] ?? ''}
          onChange={(event) => change({ [name]: event.currentTarget.value.trim() === '' ? null : event.currentTarget.value })}
          error={at(name)}
        />
      ))}
      {LOCALES.map((locale) => (
        <TextInput
          key={locale}
          label={t(`office_opening.contacts.hours_${locale}`)}
          maxLength={120}
          autoComplete="off"
          value={value.hours[locale]}
          onChange={(event) => change({ hours: { ...value.hours, [locale]: event.currentTarget.value } })}
          error={at(`hours/${locale}`)}
        />
      ))}
    </SectionForm>
  );
}
