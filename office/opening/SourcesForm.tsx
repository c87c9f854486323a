import { Checkbox } from '@mantine/core';
import { officeChooseRateSources, officeGetRateSourceChoice } from '#contract/office-market.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { Textarea } from '#office/form/fields.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

interface Choice {
  readonly names: readonly string[];
  readonly urls: Readonly<Record<string, string>>;
  readonly known: readonly string[];
}

/** Sources are shared with the market's own rules: nobody is named as the one who changed them. */
const UNSIGNED = { changed_at: null, changed_by: null } as const;

/** Whom the shop asks for prices: those that the product knows by name, and lists of the owner's own. */
export function SourcesForm() {
  const api = useApi();
  const { t } = useWords();
  const { mode } = useOperator();
  const section = useSection<Choice>({
    name: 'rate_sources',
    read: async (signal) => ({ ...(await api(officeGetRateSourceChoice, { signal })).data.attributes, ...UNSIGNED }),
    save: async ({ names, urls, version }) => {
      const body = { names: names.map((name) => name.trim()).filter((name) => name !== ''), urls: { ...urls }, version };
      return { ...(await api(officeChooseRateSources, { body })).data.attributes, ...UNSIGNED };
    },
  });
  const { value, change, saving } = section;
  if (value === undefined) return null;
  const known = value.known.filter((name) => mode === 'demo' || name !== 'demo');
  const own = value.names.filter((name) => !value.known.includes(name));
  const chosen = value.names.filter((name) => value.known.includes(name));
  return (
    <SectionForm label={t('office_opening.step.sources.title')} section={section} fields={['names']}>
      <fieldset className="opening-sources">
        <legend>{t('office_opening.sources.known')}</legend>
        {known.map((name) => (
          <Checkbox
            key={name}
            label={t(`office_opening.sources.name.${name}`)}
            checked={chosen.includes(name)}
            onChange={(event) =>
              change({ names: [...(event.currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name)), ...own] })
            }
          />
        ))}
      </fieldset>
      <Textarea
        label={t('office_opening.sources.own')}
        description={t('office_opening.sources.own_hint')}
        autosize
        minRows={1}
        spellCheck={false}
        value={own.join('\n')}
        onChange={(event) => change({ names: [...chosen, ...event.currentTarget.value.split('\n')] })}
        error={fieldProblem(saving.error, 'names')}
      />
    </SectionForm>
  );
}
