import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { officeListCountryRules } from '#contract/office/catalogue/countries.ts';
import { EVERYWHERE } from '#core/country/country-rules.ts';
import { fieldProblem } from '#office/api/call-failure.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { ChangeDialog, SubmittedNotice, usePlannedChange } from '#office/changes/ChangeDialog.tsx';
import { Loading, Problem, Screen } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { MultiSelect, Select } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { countryName, changeOfRule, ruleText, type StoredRule } from './country-rule.ts';

interface RuleFormProps {
  readonly rules: readonly StoredRule[];
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
function RuleForm({ rules, countries, currencies, country, refusal, onPlan, onCancel }: RuleFormProps) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const ruleOf = (code: string | null) => rules.find((rule) => rule.country === code);
  const [chosen, setChosen] = useState<string | null>(country ?? null);
  const [excluded, setExcluded] = useState<readonly string[]>(ruleOf(country ?? null)?.currencies ?? []);
  const [isUnchanged, setUnchanged] = useState(false);
  const named = countries.map((code) => ({ value: code, label: countryName(code, translation) }));
  const everywhere = { value: EVERYWHERE, label: countryName(EVERYWHERE, translation) };
  const data = [everywhere, ...named.toSorted((a, b) => a.label.localeCompare(b.label, locale))];
  const submit = () => {
    const change = chosen === null ? undefined : changeOfRule(chosen, excluded, ruleOf(chosen));
    setUnchanged(change === undefined);
    if (change !== undefined) onPlan(change);
  };
  return (
    <CheckedForm className="sheet stack" onSubmit={submit} aria-labelledby="country-rule-title">
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
          setUnchanged(false);
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
        error={isUnchanged ? t('office_countries.nothing') : fieldProblem(refusal, 'items/0/after/currencies')}
        nothingFoundMessage={t('office_countries.not_found')}
        onChange={(next) => {
          setExcluded(next);
          setUnchanged(false);
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

function useCountryRules() {
  const api = useApi();
  return useQuery({
    queryKey: keys.countryRules(),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeListCountryRules, { signal });
      const rules = data.map(({ id, attributes }) => ({ country: id, currencies: attributes.currencies }));
      return { rules, ...officeListCountryRules.reply.meta.parse(meta) };
    },
    refetchInterval: 5_000,
  });
}

interface RuleActions {
  readonly onEdit: (country: string) => void;
  readonly onRemove: (rule: StoredRule) => void;
}

/** Country rules; the rule for all countries comes first. */
function RuleList({ rules, actions }: { readonly rules: readonly StoredRule[]; readonly actions: RuleActions | undefined }) {
  const translation = useTranslation();
  const { t } = translation;
  return (
    <section className="sheet" aria-labelledby="country-rules">
      <h2 id="country-rules">{t('office_countries.rules')}</h2>
      <p className="dim">{t('office_countries.lead')}</p>
      {rules.length === 0 ? <p className="dim">{t('office_countries.none')}</p> : null}
      <ul className="list">
        {rules.map((rule) => {
          const name = countryName(rule.country, translation);
          return (
            <li key={rule.country}>
              <p className="line">
                <span>{name}</span>
                <span className="code">{rule.currencies.join(', ')}</span>
                {actions === undefined ? null : (
                  <>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t('office_countries.edit')}: ${name}`}
                      onClick={() => actions.onEdit(rule.country)}
                    >
                      {t('office_countries.edit')}
                    </Button>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t('office_countries.remove')}: ${name}`}
                      onClick={() => actions.onRemove(rule)}
                    >
                      {t('office_countries.remove')}
                    </Button>
                  </>
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Number of directions that exclude each country by their own settings, which are edited at the directions. */
function DeniedDirections({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const translation = useTranslation();
  const { t } = translation;
  return (
    <section className="sheet" aria-labelledby="denied-directions">
      <h2 id="denied-directions">{t('office_countries.denied')}</h2>
      <p className="dim">
        <Link to={paths.directions()}>{t('office_countries.to_directions')}</Link>
      </p>
      <ul className="list">
        {Object.entries(counts).map(([code, count]) => (
          <li key={code}>
            {countryName(code, translation)}: {t('office_countries.directions', { count })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Currencies that are not exchanged with visitors of a country (domain 9). */
export function CountriesPage() {
  const translation = useTranslation();
  const { t } = translation;
  const mayChange = useOperator().actions.includes('change_catalogue');
  const countryRules = useCountryRules();
  const stored = countryRules.data;
  const change = usePlannedChange(keys.countryRules());
  const { planned } = change;
  const [editedCountry, setEditedCountry] = useState<string>();
  const remove = (rule: StoredRule) => {
    const removal = changeOfRule(rule.country, [], rule);
    if (removal !== undefined) change.plan(removal);
  };
  return (
    <Screen title={t('office_countries.title')}>
      <SubmittedNotice state={change.submittedState} />
      {countryRules.isError && stored === undefined ? (
        <Problem error={countryRules.error} retry={() => void countryRules.refetch()} />
      ) : null}
      {countryRules.isPending ? <Loading /> : null}
      {stored === undefined ? null : (
        <div className="slots-grid">
          <div className="column-facts">
            <RuleList rules={stored.rules} actions={mayChange ? { onEdit: setEditedCountry, onRemove: remove } : undefined} />
            {Object.keys(stored.denied_directions).length === 0 ? null : <DeniedDirections counts={stored.denied_directions} />}
          </div>
          {mayChange ? (
            <div className="column-actions">
              <RuleForm
                key={`${editedCountry ?? ''} ${change.submittedCount}`}
                rules={stored.rules}
                countries={stored.countries}
                currencies={stored.currencies}
                country={editedCountry}
                refusal={change.refusal}
                onPlan={change.plan}
                onCancel={() => setEditedCountry(undefined)}
              />
            </div>
          ) : null}
        </div>
      )}
      {planned === undefined ? null : (
        <ChangeDialog
          planned={{ items: [planned] }}
          title={`${t(planned.after === null ? 'office_countries.about_to_remove' : 'office_countries.about_to')}: ${ruleText(planned, translation)}`}
          onDone={(state) => {
            setEditedCountry(undefined);
            change.finish(state);
          }}
          onClose={change.close}
          onRefused={change.setRefusal}
        />
      )}
    </Screen>
  );
}
