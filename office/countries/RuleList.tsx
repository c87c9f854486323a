import { Button } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { countryName } from './country-names.ts';
import type { KnownRule } from './rule-draft.ts';

interface RuleActions {
  readonly onEdit: (country: string) => void;
  readonly onRemove: (rule: KnownRule) => void;
}

/** Country rules; the rule for all countries comes first. */
export function RuleList({ rules, actions }: { readonly rules: readonly KnownRule[]; readonly actions: RuleActions | undefined }) {
  const words = useTranslation();
  const { t } = words;
  return (
    <section className="sheet" aria-labelledby="country-rules">
      <h2 id="country-rules">{t('office_countries.rules')}</h2>
      <p className="dim">{t('office_countries.lead')}</p>
      {rules.length === 0 ? <p className="dim">{t('office_countries.none')}</p> : null}
      <ul className="list">
        {rules.map((rule) => {
          const name = countryName(rule.country, words);
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
