import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { MAX_RETENTION_DAYS } from '#core/customer/personal-data.ts';
import { useApi } from '#office/api/use-api.ts';
import { NumberInput } from '#office/form/fields.tsx';
import { SectionForm } from '#office/opening/SectionForm.tsx';
import { useSection } from '#office/opening/use-section.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** How long orders keep personal data of a deleted account (R44). */
export function PrivacyForm() {
  const api = useApi();
  const { t } = useTranslation();
  const section = useSection<SettingsOf<'privacy'>>({
    name: 'privacy',
    read: async (signal) => (await api(SETTINGS_CALLS.privacy.read, { signal })).data.attributes,
    save: async (body, call) => (await call(SETTINGS_CALLS.privacy.save, { body })).data.attributes,
  });
  const { value, change } = section;
  if (value === undefined) return null;
  return (
    <SectionForm label={t('office_opening.settings.privacy')} section={section}>
      <NumberInput
        label={t('office_opening.settings.orders_kept_days')}
        description={t('office_opening.settings.orders_kept_days_hint')}
        min={0}
        max={MAX_RETENTION_DAYS}
        allowDecimal={false}
        allowNegative={false}
        value={value.orders_kept_days}
        onChange={(days) => (typeof days === 'number' ? change({ orders_kept_days: days }) : undefined)}
        field="orders_kept_days"
      />
    </SectionForm>
  );
}
