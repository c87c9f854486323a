import { Checkbox } from '@mantine/core';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { useApi } from '#office/api/use-api.ts';
import { NumberInput } from '#office/form/fields.tsx';
import { SectionForm } from '#office/opening/SectionForm.tsx';
import { useSection } from '#office/opening/use-section.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Whether and when customers are asked what they think of their exchange. */
export function ReviewsForm() {
  const api = useApi();
  const { t } = useTranslation();
  const section = useSection<SettingsOf<'reviews'>>({
    name: 'reviews',
    read: async (signal) => (await api(SETTINGS_CALLS.reviews.read, { signal })).data.attributes,
    save: async (body, call) => (await call(SETTINGS_CALLS.reviews.save, { body })).data.attributes,
  });
  const { value, change } = section;
  if (value === undefined) return null;
  return (
    <SectionForm label={t('office_opening.settings.reviews')} section={section}>
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
        field="after_hours"
      />
    </SectionForm>
  );
}
