import { Button } from '@mantine/core';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { ListAddressState } from './use-list-address.ts';

/** The first and the last day of a list, ISO 8601; absent: no limit. */
export type Days = Readonly<Partial<Record<'from' | 'to', string>>>;

const without = (days: Days, name: keyof Days): Days => {
  const { [name]: _removed, ...others } = days;
  return others;
};

/** The days of a list's filters by name. */
export const daysOf = ({ from, to }: Readonly<Record<string, string | undefined>>): Days => ({
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

/** Names of the days in an address. */
export const DAY_FILTERS = ['from', 'to'] as const;

/** Search and filters of a list as query parameters of its file. */
export const filtersOf = ({ address: { q, filters } }: ListAddressState) => ({ ...(q === '' ? {} : { q }), ...filters });

interface DayFieldsProps {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

/** Fields of the first and the last day. */
export function DayFields({ days, onChange }: DayFieldsProps) {
  const { t } = useTranslation();
  return DAY_FILTERS.map((name) => (
    <TextInput
      key={name}
      size="xs"
      type="date"
      label={t(`office.list.${name}`)}
      className="list-day"
      value={days[name] ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? without(days, name) : { ...days, [name]: value })}
    />
  ));
}

/** Fields of the days of a list whose filters have `DAY_FILTERS`. */
export function ListDays({ list: { address, change } }: { readonly list: ListAddressState }) {
  const { from: _from, to: _to, ...others } = address.filters;
  return <DayFields days={daysOf(address.filters)} onChange={(days) => change({ filters: { ...others, ...days } })} />;
}

/** Downloads the whole list, with its filters, as a CSV file. */
export function CsvLink({ href }: { readonly href: string }) {
  const { t } = useTranslation();
  return (
    <Button component="a" size="xs" variant="default" href={href} download>
      {t('office.list.csv')}
    </Button>
  );
}
