import { Checkbox } from '@mantine/core';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office-settings.ts';
import { LOCALES } from '#core/locale.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { TextInput } from '#office/form/fields.tsx';
import { useWords } from '#office/words/Words.tsx';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

const FIELDS = ['name/ru', 'name/en', 'languages'];

/** What the shop is called, and which languages it speaks. */
export function ShopForm() {
  const api = useApi();
  const { t } = useWords();
  const section = useSection<SettingsOf<'shop'>>({
    name: 'shop',
    read: async (signal) => (await api(SETTINGS_CALLS.shop.read, { signal })).data.attributes,
    save: async (body) => (await api(SETTINGS_CALLS.shop.save, { body })).data.attributes,
    isToBeKept: true,
  });
  const { value, change, saving } = section;
  if (value === undefined) return null;
  const at = (field: string) => fieldProblem(saving.error, field);
  return (
    <SectionForm label={t('office_opening.step.shop.title')} section={section} fields={FIELDS}>
      {LOCALES.map((locale) => (
        <TextInput
          key={locale}
          label={t(`office_opening.shop.name_${locale}`)}
          required
          maxLength={60}
          autoComplete="off"
          value={value.name[locale]}
          onChange={(event) => change({ name: { ...value.name, [locale]: event.currentTarget.value } })}
          error={at(`name/${locale}`)}
        />
      ))}
      <Checkbox
        label={t('office_opening.shop.english')}
        checked={value.languages.includes('en')}
        onChange={(event) => change({ languages: event.currentTarget.checked ? [...LOCALES] : ['ru'] })}
        error={at('languages')}
      />
    </SectionForm>
  );
}
