import { Anchor, Checkbox, Radio, Stack } from '@mantine/core';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { useApi } from '#office/api/use-api.ts';
import { SectionForm } from '#office/opening/SectionForm.tsx';
import { useSection } from '#office/opening/use-section.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const FORMATS = ['xml', 'json'] as const;
const FLOATING = ['marked', 'left_out'] as const;
const isFloating = (value: string): value is (typeof FLOATING)[number] => FLOATING.some((member) => member === value);

/** Rate files for monitoring sites: which are offered, and their format. */
export function RateFileForm() {
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
