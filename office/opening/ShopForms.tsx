import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { LOCALES } from '#core/locale.ts';
import { useApi } from '#office/api/use-api.ts';
import { Checkbox, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { SectionForm, useSection } from './SectionForm.tsx';

/** Name and languages of the shop. */
export function ShopForm() {
  const api = useApi();
  const { t } = useTranslation();
  const section = useSection<SettingsOf<'shop'>>({
    name: 'shop',
    read: async (signal) => (await api(SETTINGS_CALLS.shop.read, { signal })).data.attributes,
    save: async (body, call) => (await call(SETTINGS_CALLS.shop.save, { body })).data.attributes,
    maySaveDefaults: true,
  });
  const { value, change } = section;
  if (value === undefined) return null;
  return (
    <SectionForm label={t('office_opening.step.shop.title')} section={section}>
      {LOCALES.map((locale) => (
        <TextInput
          key={locale}
          label={t(`office_opening.shop.name_${locale}`)}
          required
          maxLength={60}
          autoComplete="off"
          value={value.name[locale]}
          onChange={(event) => change({ name: { ...value.name, [locale]: event.currentTarget.value } })}
          field={`name/${locale}`}
        />
      ))}
      <Checkbox
        label={t('office_opening.shop.english')}
        checked={value.languages.includes('en')}
        onChange={(event) => change({ languages: event.currentTarget.checked ? [...LOCALES] : ['ru'] })}
        field={'languages'}
      />
    </SectionForm>
  );
}

const LINES = ['email', 'phone', 'telegram'] as const;

/** Contacts for customers. */
export function ContactsForm() {
  const api = useApi();
  const { t } = useTranslation();
  const section = useSection<SettingsOf<'contacts'>>({
    name: 'contacts',
    read: async (signal) => (await api(SETTINGS_CALLS.contacts.read, { signal })).data.attributes,
    save: async (body, call) => (await call(SETTINGS_CALLS.contacts.save, { body })).data.attributes,
  });
  const { value, change } = section;
  if (value === undefined) return null;
  return (
    <SectionForm label={t('office_opening.step.contacts.title')} section={section}>
      {LINES.map((name) => (
        <TextInput
          key={name}
          label={t(`office_opening.contacts.${name}`)}
          {...(name === 'email' ? { type: 'email' } : {})}
          autoComplete="off"
          value={value[name] ?? ''}
          onChange={(event) => change({ [name]: event.currentTarget.value.trim() === '' ? null : event.currentTarget.value })}
          field={name}
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
          field={`hours/${locale}`}
        />
      ))}
    </SectionForm>
  );
}
