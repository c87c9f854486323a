import { Button } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { countryName } from './country-names.ts';
import type { KnownRule } from './rule-draft.ts';

interface Deeds {
  readonly onEdit: (country: string) => void;
  readonly onRemove: (rule: KnownRule) => void;
}

/** What is not exchanged where; the rule of everywhere stands first. */
export function RuleList({ rules, deeds }: { readonly rules: readonly KnownRule[]; readonly deeds: Deeds | undefined }) {
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
                {deeds === undefined ? null : (
                  <>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t('office_countries.edit')}: ${name}`}
                      onClick={() => deeds.onEdit(rule.country)}
                    >
                      {t('office_countries.edit')}
                    </Button>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`${t('office_countries.remove')}: ${name}`}
                      onClick={() => deeds.onRemove(rule)}
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
