import { Button, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { EVERYWHERE } from '#core/country/country-rules.ts';
import { fieldProblem } from '#office/api/call-failure.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Select } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { countryName } from './country-names.ts';
import { itemOf, type StoredRule } from './rule-draft.ts';

interface RuleFormProps {
  readonly known: readonly StoredRule[];
  readonly countries: readonly string[];
  readonly currencies: readonly string[];
  /** The country whose rule is edited; undefined: one is chosen. */
  readonly country: string | undefined;
  /** The server's last refusal. */
  readonly refusal: unknown;
  readonly onPlan: (item: ChangeItemDocument) => void;
  readonly onCancel: () => void;
}

/** A country and its excluded currencies. Choosing a country fills in its current rule. */
export function RuleForm({ known, countries, currencies, country, refusal, onPlan, onCancel }: RuleFormProps) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const ruleOf = (code: string | null) => known.find((rule) => rule.country === code);
  const [chosen, setChosen] = useState<string | null>(country ?? null);
  const [excluded, setExcluded] = useState<readonly string[]>(ruleOf(country ?? null)?.currencies ?? []);
  const [isSame, setSame] = useState(false);
  const named = countries.map((code) => ({ value: code, label: countryName(code, translation) }));
  const everywhere = { value: EVERYWHERE, label: countryName(EVERYWHERE, translation) };
  const data = [everywhere, ...named.toSorted((a, b) => a.label.localeCompare(b.label, locale))];
  const submit = () => {
    const item = chosen === null ? undefined : itemOf(chosen, excluded, ruleOf(chosen));
    setSame(item === undefined);
    if (item !== undefined) onPlan(item);
  };
  return (
    <CheckedForm className="sheet posting-form" onSubmit={submit} aria-labelledby="country-rule-title">
      <h2 id="country-rule-title">{t(country === undefined ? 'office_countries.form' : 'office_countries.edit_form')}</h2>
      <Select
        label={t('office_countries.country')}
        searchable
        selectFirstOptionOnChange
        required
        disabled={country !== undefined}
        data={data}
        value={chosen}
        nothingFoundMessage={t('office_countries.not_found')}
        onChange={(code) => {
          setChosen(code);
          setExcluded(ruleOf(code)?.currencies ?? []);
          setSame(false);
        }}
      />
      <MultiSelect
        label={t('office_countries.currencies')}
        description={t('office_countries.currencies_hint')}
        searchable
        selectFirstOptionOnChange
        clearable
        data={[...new Set([...currencies, ...excluded])].toSorted()}
        value={[...excluded]}
        error={isSame ? t('office_countries.nothing') : fieldProblem(refusal, 'items/0/after/currencies')}
        nothingFoundMessage={t('office_countries.not_found')}
        onChange={(next) => {
          setExcluded(next);
          setSame(false);
        }}
      />
      <div className="row">
        <Button type="submit">{t('office_countries.check')}</Button>
        {country === undefined ? null : (
          <Button type="button" variant="subtle" onClick={onCancel}>
            {t('office.cancel')}
          </Button>
        )}
      </div>
    </CheckedForm>
  );
}
