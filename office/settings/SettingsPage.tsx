import { Link } from 'react-router';
import { ContactsForm } from '#office/opening/ContactsForm.tsx';
import { Screen } from '#office/components/Screen.tsx';
import { ShopForm } from '#office/opening/ShopForm.tsx';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { EntityForm } from './EntityForm.tsx';
import { RateFileForm } from './RateFileForm.tsx';
import { RefundsForm } from './RefundsForm.tsx';
import { SupportForm } from './SupportForm.tsx';
import '#office/opening/OpeningPage.css';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { MAX_RETENTION_DAYS } from '#core/customer/personal-data.ts';
import { useApi } from '#office/api/use-api.ts';
import { NumberInput } from '#office/form/fields.tsx';
import { SectionForm } from '#office/opening/SectionForm.tsx';
import { useSection } from '#office/opening/use-section.ts';
import { Checkbox } from '@mantine/core';

/** Whether and when customers are asked what they think of their exchange. */
function ReviewsForm() {
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

/** How long orders keep personal data of a deleted account (R44). */
function PrivacyForm() {
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

const SECTIONS = [
  ['shop', ShopForm],
  ['contacts', ContactsForm],
  ['entity', EntityForm],
  ['support', SupportForm],
  ['reviews', ReviewsForm],
  ['rate_file', RateFileForm],
  ['refunds', RefundsForm],
  ['privacy', PrivacyForm],
] as const;

/** Settings of an open shop (domain 10); each section is saved separately. */
export function SettingsPage() {
  const { t } = useTranslation();
  return (
    <Screen title={t('office_opening.settings.title')}>
      <div className="opening-steps">
        {SECTIONS.map(([name, Form]) => (
          <section key={name} className="sheet opening-step" aria-labelledby={`settings-${name}`}>
            <h2 id={`settings-${name}`}>{t(`office_opening.settings.${name}`)}</h2>
            <p className="dim">{t(`office_opening.settings.${name}_lead`)}</p>
            {name === 'refunds' ? (
              <p>
                <Link to={paths.directions()}>{t('office_opening.settings.refund.by_direction')}</Link>
              </p>
            ) : null}
            <Form />
          </section>
        ))}
      </div>
    </Screen>
  );
}
