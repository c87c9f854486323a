import { Checkbox } from '@mantine/core';
import { SETTINGS_CALLS, type SettingsOf } from '#contract/office/shop/settings.ts';
import { useApi } from '#office/api/use-api.ts';
import { NumberInput, TextInput } from '#office/form/fields.tsx';
import { SectionForm, useSection } from '#office/opening/SectionForm.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

type Support = SettingsOf<'support'>;
type Day = Support['days'][number];

/** A Monday: names of days come from the language. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;
const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;
const USUAL: NonNullable<Day> = { from: '09:00', until: '21:00' };

/** Working hours of the chat and the promised reply time. */
export function SupportForm() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const section = useSection<Support>({
    name: 'support',
    read: async (signal) => (await api(SETTINGS_CALLS.support.read, { signal })).data.attributes,
    save: async (body, call) => (await call(SETTINGS_CALLS.support.save, { body })).data.attributes,
  });
  const { value, change } = section;
  if (value === undefined) return null;
  const nameOf = (day: number) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + day * DAY_MS);
  const setDay = (day: number, next: Day) => change({ days: value.days.map((other, index) => (index === day ? next : other)) });
  return (
    <SectionForm label={t('office_opening.settings.support')} section={section}>
      <NumberInput
        label={t('office_opening.settings.promise_minutes')}
        min={5}
        max={240}
        allowDecimal={false}
        value={value.promise_minutes}
        onChange={(minutes) => (typeof minutes === 'number' ? change({ promise_minutes: minutes }) : undefined)}
        field={'promise_minutes'}
      />
      <TextInput
        label={t('office_opening.settings.time_zone')}
        autoComplete="off"
        value={value.time_zone}
        onChange={(event) => change({ time_zone: event.currentTarget.value.trim() })}
        field={'time_zone'}
      />
      {DAYS.map((day) => {
        const hours = value.days[day] ?? null;
        return (
          <fieldset key={day} className="chat-day">
            <legend className="unseen">{nameOf(day)}</legend>
            <Checkbox
              label={nameOf(day)}
              checked={hours !== null}
              onChange={(event) => setDay(day, event.currentTarget.checked ? USUAL : null)}
            />
            {hours === null
              ? null
              : (['from', 'until'] as const).map((edge) => (
                  <TextInput
                    key={edge}
                    size="xs"
                    aria-label={t(`office_opening.settings.hours_${edge}`, { day: nameOf(day) })}
                    placeholder={USUAL[edge]}
                    maxLength={5}
                    value={hours[edge]}
                    onChange={(event) => setDay(day, { ...hours, [edge]: event.currentTarget.value })}
                    field={edge === 'until' ? [`days/${day}/until`, `days/${day}`] : `days/${day}/from`}
                  />
                ))}
          </fieldset>
        );
      })}
    </SectionForm>
  );
}
