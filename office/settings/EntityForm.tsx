import { NumberInput } from '@mantine/core';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office-settings.ts';
import { LOCALES } from '#core/locale.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { TextInput } from '#office/form/fields.tsx';
import { SectionForm } from '#office/opening/SectionForm.tsx';
import { useSection } from '#office/opening/use-section.ts';
import { useWords } from '#office/words/Words.tsx';
import { PairRows } from './PairRows.tsx';

const LINES = ['registration_number', 'tax_id'] as const;
const IN_BOTH = ['legal_name', 'address', 'licence'] as const;
/** The limits of the contract. */
const MOST = { legal_name: 160, address: 240, licence: 240, line: 64 } as const;

/** Who runs the shop: what stands in the footer and on its page; what is left empty is not shown. */
export function EntityForm() {
  const api = useApi();
  const { t } = useWords();
  const section = useSection<SettingsOf<'entity'>>({
    name: 'entity',
    read: async (signal) => (await api(SETTINGS_CALLS.entity.read, { signal })).data.attributes,
    save: async (body) => (await api(SETTINGS_CALLS.entity.save, { body })).data.attributes,
  });
  const { value, change, saving } = section;
  if (value === undefined) return null;
  const at = (field: string) => fieldProblem(saving.error, field);
  const fields = [
    ...LINES,
    'founded_year',
    ...IN_BOTH.flatMap((name) => LOCALES.map((locale) => `${name}/${locale}`)),
    ...value.monitors.flatMap((_, i) => [`monitors/${i}/name`, `monitors/${i}/url`]),
    ...value.fingerprints.flatMap((_, i) => [`fingerprints/${i}/label`, `fingerprints/${i}/text`]),
  ];
  return (
    <SectionForm label={t('office_opening.settings.entity')} section={section} fields={fields}>
      {IN_BOTH.flatMap((name) =>
        LOCALES.map((locale) => (
          <TextInput
            key={`${name}/${locale}`}
            label={t(`office_opening.entity.${name}_${locale}`)}
            maxLength={MOST[name]}
            autoComplete="off"
            value={value[name][locale]}
            onChange={(event) => change({ [name]: { ...value[name], [locale]: event.currentTarget.value } })}
            error={at(`${name}/${locale}`)}
          />
        )),
      )}
      {LINES.map((name) => (
        <TextInput
          key={name}
          label={t(`office_opening.entity.${name}`)}
          maxLength={MOST.line}
          autoComplete="off"
          value={value[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value })}
          error={at(name)}
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
        error={at('founded_year')}
      />
      <PairRows
        name="monitors"
        members={['name', 'url']}
        rows={value.monitors}
        most={20}
        problemOf={at}
        onChange={(monitors) => change({ monitors })}
      />
      <PairRows
        name="fingerprints"
        members={['label', 'text']}
        rows={value.fingerprints}
        most={10}
        problemOf={at}
        onChange={(fingerprints) => change({ fingerprints })}
      />
    </SectionForm>
  );
}
