import { MultiSelect } from '@mantine/core';
import type { ColumnRule } from '#core/catalogue/columns.ts';
import { COUNTRY_CODES } from '#core/country/countries.ts';
import { countryName } from '#office/countries/country-names.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useForm } from './form.ts';

/** How several words stand in one cell. */
const BREAK = '|';

/** Countries by their names, where a file has their codes. */
export function CountriesField({ column: { name, member } }: { readonly column: ColumnRule }) {
  const words = useTranslation();
  const { t, locale } = words;
  const form = useForm();
  const problem = form.wrongs[member];
  const codes = (form.cells[name] ?? '').split(BREAK).filter((code) => code !== '');
  const known = COUNTRY_CODES.map((code) => ({ value: code, label: countryName(code, words) }));
  // What no list knows stays to be seen, and taken out
  const strange = codes.filter((code) => !COUNTRY_CODES.includes(code)).map((code) => ({ value: code, label: code }));
  return (
    <MultiSelect
      label={t(`catalogue_desk.column.${name}`)}
      searchable
      selectFirstOptionOnChange
      clearable
      data={[...strange, ...known.toSorted((a, b) => a.label.localeCompare(b.label, locale))]}
      value={codes}
      error={problem === undefined ? undefined : t(`catalogue_desk.problem.${problem}`)}
      disabled={form.isReadOnly || form.lock(name) !== undefined}
      nothingFoundMessage={t('catalogue_desk.no_country')}
      onChange={(next) => form.change(name, next.join(BREAK))}
    />
  );
}
