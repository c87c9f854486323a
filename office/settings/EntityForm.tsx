import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { LOCALES } from '#core/locale.ts';
import { useApi } from '#office/api/use-api.ts';
import { NumberInput, TextInput } from '#office/form/fields.tsx';
import { SectionForm } from '#office/opening/SectionForm.tsx';
import { useSection } from '#office/opening/use-section.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { PairRows } from './PairRows.tsx';

const LINES = ['registration_number', 'tax_id'] as const;
const IN_BOTH = ['legal_name', 'address', 'licence'] as const;
/** The limits of the contract. */
const MAX_LENGTHS = { legal_name: 160, address: 240, licence: 240, line: 64 } as const;

/** The legal entity: shown in the footer and on its page; empty fields are not shown. */
export function EntityForm() {
  const api = useApi();
  const { t } = useTranslation();
  const section = useSection<SettingsOf<'entity'>>({
    name: 'entity',
    read: async (signal) => (await api(SETTINGS_CALLS.entity.read, { signal })).data.attributes,
    save: async (body, call) => (await call(SETTINGS_CALLS.entity.save, { body })).data.attributes,
  });
  const { value, change } = section;
  if (value === undefined) return null;
  return (
    <SectionForm label={t('office_opening.settings.entity')} section={section}>
      {IN_BOTH.flatMap((name) =>
        LOCALES.map((locale) => (
          <TextInput
            key={`${name}/${locale}`}
            label={t(`office_opening.entity.${name}_${locale}`)}
            maxLength={MAX_LENGTHS[name]}
            autoComplete="off"
            value={value[name][locale]}
            onChange={(event) => change({ [name]: { ...value[name], [locale]: event.currentTarget.value } })}
            field={`${name}/${locale}`}
          />
        )),
      )}
      {LINES.map((name) => (
        <TextInput
          key={name}
          label={t(`office_opening.entity.${name}`)}
          maxLength={MAX_LENGTHS.line}
          autoComplete="off"
          value={value[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
          field={name}
        />
      ))}
      <NumberInput
        label={t('office_opening.entity.founded_year')}
        description={t('office_opening.entity.founded_year_hint')}
        min={0}
        max={2100}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=""
        value={value.founded_year === 0 ? '' : value.founded_year}
        onChange={(year) => change({ founded_year: typeof year === 'number' ? year : 0 })}
        field={'founded_year'}
      />
      <PairRows
        name="monitors"
        members={['name', 'url']}
        rows={value.monitors}
        maxRows={20}
        onChange={(monitors) => change({ monitors })}
      />
      <PairRows
        name="fingerprints"
        members={['label', 'text']}
        rows={value.fingerprints}
        maxRows={10}
        onChange={(fingerprints) => change({ fingerprints })}
      />
    </SectionForm>
  );
}
