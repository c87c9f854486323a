import { Button } from '@mantine/core';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { LOCALES } from '#core/locale.ts';
import { useApi } from '#office/api/use-api.ts';
import { NumberInput, TextInput } from '#office/form/fields.tsx';
import { SectionForm, useSection } from '#office/opening/SectionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface PairRowsProps<A extends string, B extends string> {
  /** Member of the section that holds the rows; its messages are below `office_opening.entity`. */
  readonly name: string;
  readonly members: readonly [A, B];
  readonly rows: readonly Readonly<Record<A | B, string>>[];
  readonly maxRows: number;
  readonly onChange: (rows: Record<A | B, string>[]) => void;
}

/** Rows of two text fields, such as name and address: add, change, remove. */
function PairRows<A extends string, B extends string>({ name, members, rows, maxRows, onChange }: PairRowsProps<A, B>) {
  const { t } = useTranslation();
  const empty = Object.fromEntries(members.map((member) => [member, ''])) as Record<A | B, string>;
  return (
    <fieldset className="refund-rule">
      <legend>{t(`office_opening.entity.${name}.title`)}</legend>
      {rows.map((row, i) => (
        <fieldset key={i} className="refund-rule" aria-label={t(`office_opening.entity.${name}.row`, { number: i + 1 })}>
          {members.map((member) => (
            <TextInput
              key={member}
              label={t(`office_opening.entity.${name}.${member}`)}
              autoComplete="off"
              value={row[member]}
              field={`${name}/${i}/${member}`}
              onChange={(event) =>
                onChange(rows.map((other, at) => (at === i ? { ...other, [member]: event.currentTarget.value } : other)))
              }
            />
          ))}
          <Button type="button" size="compact-sm" variant="subtle" onClick={() => onChange(rows.filter((_, at) => at !== i))}>
            {t('office_opening.entity.remove')}
          </Button>
        </fieldset>
      ))}
      {rows.length < maxRows ? (
        <Button type="button" size="compact-sm" variant="default" onClick={() => onChange([...rows, empty])}>
          {t(`office_opening.entity.${name}.add`)}
        </Button>
      ) : null}
    </fieldset>
  );
}

const NUMBERS = ['registration_number', 'tax_id'] as const;
const TRANSLATED = ['legal_name', 'address', 'licence'] as const;
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
      {TRANSLATED.flatMap((name) =>
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
      {NUMBERS.map((name) => (
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
        field="founded_year"
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
