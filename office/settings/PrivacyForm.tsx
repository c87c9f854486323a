import { NumberInput } from '@mantine/core';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office-settings.ts';
import { MOST_KEPT_DAYS } from '#core/personal-data.ts';
import { fieldProblem } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { SectionForm } from '#office/opening/SectionForm.tsx';
import { useSection } from '#office/opening/use-section.ts';
import { useWords } from '#office/words/Words.tsx';

/** How long orders keep what they say of a customer who has deleted his account (R44). */
export function PrivacyForm() {
  const api = useApi();
  const { t } = useWords();
  const section = useSection<SettingsOf<'privacy'>>({
    name: 'privacy',
    read: async (signal) => (await api(SETTINGS_CALLS.privacy.read, { signal })).data.attributes,
    save: async (body) => (await api(SETTINGS_CALLS.privacy.save, { body })).data.attributes,
  });
  const { value, change, saving } = section;
  if (value === undefined) return null;
  return (
    <SectionForm label={t('office_opening.settings.privacy')} section={section} fields={['orders_kept_days']}>
      <NumberInput
        label={t('office_opening.settings.orders_kept_days')}
        description={t('office_opening.settings.orders_kept_days_hint')}
        min={0}
        max={MOST_KEPT_DAYS}
        allowDecimal={false}
        allowNegative={false}
        value={value.orders_kept_days}
        onChange={(days) => (typeof days === 'number' ? change({ orders_kept_days: days }) : undefined)}
        error={fieldProblem(saving.error, 'orders_kept_days')}
      />
    </SectionForm>
  );
}
