import { useState } from 'react';
import { Link } from 'react-router';
import { Loader } from '@mantine/core';
import { ChangeDialog } from '#office/changes/ChangeDialog.tsx';
import { Screen } from '#office/components/Screen.tsx';
import { paths } from '#office/paths.ts';
import { Problem } from '#office/components/Problem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { countryName, ruleWords } from './country-names.ts';
import { itemOf } from './rule-draft.ts';
import { RuleForm } from './RuleForm.tsx';
import { RuleList } from './RuleList.tsx';
import { useCountryRules } from './use-country-rules.ts';

/** How many directions are closed to which country by their own settings: those are edited at the directions. */
function DeniedDirections({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const words = useTranslation();
  const { t } = words;
  return (
    <section className="sheet" aria-labelledby="denied-directions">
      <h2 id="denied-directions">{t('office_countries.denied')}</h2>
      <p className="dim">
        {t('office_countries.denied_lead')} <Link to={paths.directions()}>{t('office_countries.to_directions')}</Link>
      </p>
      <ul className="list">
        {Object.entries(counts).map(([code, count]) => (
          <li key={code}>
            {countryName(code, words)}: {t('office_countries.directions', { count })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is not exchanged with visitors of which country (domain 9): seen, and changed in the one way there is. */
export function CountriesPage() {
  const words = useTranslation();
  const { t } = words;
  const { actions } = useOperator();
  const mayChange = actions.includes('change_catalogue');
  const { rules, planned, refusal, done, plan, refused, close, finish } = useCountryRules();
  const [edited, setEdited] = useState<string>();
  const found = rules.data;
  const remove = (rule: Parameters<typeof itemOf>[2]) => {
    const item = rule === undefined ? undefined : itemOf(rule.country, [], rule);
    if (item !== undefined) plan(item);
  };
  return (
    <Screen title={t('office_countries.title')}>
      <p role="status" className={done.state === '' ? 'unseen' : 'calm'}>
        {done.state === '' ? '' : t(`rates.done.${done.state}`)}
      </p>
      {rules.isError && found === undefined ? <Problem error={rules.error} retry={() => void rules.refetch()} /> : null}
      {rules.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {found === undefined ? null : (
        <div className="slots-grid">
          <div className="column-facts">
            <RuleList rules={found.known} actions={mayChange ? { onEdit: setEdited, onRemove: remove } : undefined} />
            {Object.keys(found.denied_directions).length === 0 ? null : <DeniedDirections counts={found.denied_directions} />}
          </div>
          {mayChange ? (
            <div className="column-actions">
              <RuleForm
                key={`${edited ?? ''} ${done.times}`}
                known={found.known}
                countries={found.countries}
                currencies={found.currencies}
                country={edited}
                refusal={refusal}
                onPlan={plan}
                onCancel={() => setEdited(undefined)}
              />
            </div>
          ) : null}
        </div>
      )}
      {planned === undefined ? null : (
        <ChangeDialog
          planned={{ items: [planned] }}
          title={`${t(planned.after === null ? 'office_countries.about_to_remove' : 'office_countries.about_to')}: ${ruleWords(planned, words)}`}
          onDone={(state) => {
            setEdited(undefined);
            finish(state);
          }}
          onClose={close}
          onRefused={refused}
        />
      )}
    </Screen>
  );
}
