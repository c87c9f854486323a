import { Checkbox, NumberInput } from '@mantine/core';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office-settings.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { SectionForm } from '#office/opening/SectionForm.tsx';
import { useSection } from '#office/opening/use-section.ts';
import { useWords } from '#office/words/Words.tsx';

/** Whether and when customers are asked what they think of their exchange. */
export function ReviewsForm() {
  const api = useApi();
  const { t } = useWords();
  const section = useSection<SettingsOf<'reviews'>>({
    name: 'reviews',
    read: async (signal) => (await api(SETTINGS_CALLS.reviews.read, { signal })).data.attributes,
    save: async (body) => (await api(SETTINGS_CALLS.reviews.save, { body })).data.attributes,
  });
  const { value, change, saving } = section;
  if (value === undefined) return null;
  return (
    <SectionForm label={t('office_opening.settings.reviews')} section={section} fields={['after_hours']}>
      <Checkbox
        label={t('office_opening.settings.reviews_invites')}
        checked={value.invites}
        onChange={(event) => change({ invites: event.currentTarget.checked })}
      />
      <NumberInput
        label={t('office_opening.settings.reviews_after_hours')}
        description={t('office_opening.settings.reviews_hint')}
        min={1}
        max={336}
        allowDecimal={false}
        allowNegative={false}
        value={value.after_hours}
        onChange={(hours) => (typeof hours === 'number' ? change({ after_hours: hours }) : undefined)}
        error={fieldProblem(saving.error, 'after_hours')}
      />
    </SectionForm>
  );
}
