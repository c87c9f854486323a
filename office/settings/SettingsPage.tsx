import { Anchor, Checkbox, Radio, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { MAX_RETENTION_DAYS } from '#core/customer/personal-data.ts';
import { useApi } from '#office/api/use-api.ts';
import { Screen } from '#office/components/Screen.tsx';
import { NumberInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { SectionForm, useSection } from '#office/opening/SectionForm.tsx';
import { ContactsForm, ShopForm } from '#office/opening/ShopForms.tsx';
import { paths } from '#office/paths.ts';
import { EntityForm } from './EntityForm.tsx';
import { RefundsForm } from './RefundsForm.tsx';
import { SupportForm } from './SupportForm.tsx';

const FORMATS = ['xml', 'json'] as const;
const FLOATING = ['marked', 'left_out'] as const;
const isFloating = (value: string): value is (typeof FLOATING)[number] => FLOATING.some((member) => member === value);

/** Rate files for monitoring sites: which are offered, and their format. */
function RateFileForm() {
  const api = useApi();
  const { t } = useTranslation();
  const section = useSection<SettingsOf<'rate_file'>>({
    name: 'rate_file',
    read: async (signal) => (await api(SETTINGS_CALLS.rate_file.read, { signal })).data.attributes,
    save: async (body, call) => (await call(SETTINGS_CALLS.rate_file.save, { body })).data.attributes,
  });
  const { value, change } = section;
  if (value === undefined) return null;
  return (
    <SectionForm label={t('office_opening.settings.rate_file')} section={section}>
      {FORMATS.map((format) => (
        <div key={format} className="line">
          <Checkbox
            label={t(`office_opening.settings.offer_${format}`)}
            checked={value[format]}
            onChange={(event) => change({ [format]: event.currentTarget.checked })}
          />
          <Anchor href={`/rates.${format}`} target="_blank" rel="noreferrer" size="sm">
            {`/rates.${format}`}
          </Anchor>
        </div>
      ))}
      <Checkbox
        label={t('office_opening.settings.old_limits')}
        description={t('office_opening.settings.old_limits_hint')}
        checked={value.old_limits}
        onChange={(event) => change({ old_limits: event.currentTarget.checked })}
      />
      <Radio.Group
        label={t('office_opening.settings.floating')}
        value={value.floating}
        onChange={(floating) => (isFloating(floating) ? change({ floating }) : undefined)}
      >
        <Stack gap="xs" mt="xs">
          {FLOATING.map((name) => (
            <Radio key={name} value={name} label={t(`office_opening.settings.floating_${name}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <p className="dim">{t('office_opening.settings.off_hours')}</p>
    </SectionForm>
  );
}

/** Whether and when customers are invited to review their exchange. */
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
            {name === 'shop' || name === 'contacts' ? null : <p className="dim">{t(`office_opening.settings.${name}_lead`)}</p>}
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
