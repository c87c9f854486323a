import { Checkbox } from '@mantine/core';
import { officeChooseRateSources, officeGetRateSourceChoice } from '#contract/office/catalogue/market.ts';
import { useApi } from '#office/api/use-api.ts';
import { Textarea } from '#office/form/fields.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { SectionForm } from './SectionForm.tsx';
import { useSection } from './use-section.ts';

interface SourceChoice {
  readonly names: readonly string[];
  readonly urls: Readonly<Record<string, string>>;
  readonly known: readonly string[];
}

/** The stored choice has no author: the market rules change it too. */
const UNSIGNED = { changed_at: null, changed_by: null } as const;

/** Price sources: built-in ones by name, and custom URLs. */
export function SourcesForm() {
  const api = useApi();
  const { t } = useTranslation();
  const { mode } = useOperator();
  const section = useSection<SourceChoice>({
    name: 'rate_sources',
    read: async (signal) => ({ ...(await api(officeGetRateSourceChoice, { signal })).data.attributes, ...UNSIGNED }),
    save: async ({ names, urls, version }, call) => {
      const body = { names: names.map((name) => name.trim()).filter((name) => name !== ''), urls: { ...urls }, version };
      return { ...(await call(officeChooseRateSources, { body })).data.attributes, ...UNSIGNED };
    },
  });
  const { value, change } = section;
  if (value === undefined) return null;
  const offered = value.known.filter((name) => mode === 'demo' || name !== 'demo');
  const customUrls = value.names.filter((name) => !value.known.includes(name));
  const chosen = value.names.filter((name) => value.known.includes(name));
  return (
    <SectionForm label={t('office_opening.step.sources.title')} section={section}>
      <fieldset className="opening-sources">
        <legend>{t('office_opening.sources.known')}</legend>
        {offered.map((name) => (
          <Checkbox
            key={name}
            label={t(`office_opening.sources.name.${name}`)}
            checked={chosen.includes(name)}
            onChange={(event) =>
              change({
                names: [...(event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name)), ...customUrls],
              })
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
        value={customUrls.join('\n')}
        onChange={(event) => change({ names: [...chosen, ...event.currentTarget.value.split('\n')] })}
        field="names"
      />
    </SectionForm>
  );
}
