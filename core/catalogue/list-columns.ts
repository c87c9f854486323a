import type { ColumnKind, ColumnRule } from './columns.ts';

const partColumn = (member: string, kind: ColumnKind = 'text', mayBeNull?: true): ColumnRule => ({
  name: member,
  member,
  kind,
  ...(mayBeNull === undefined ? {} : { mayBeNull }),
});

/** A member that is a list of records, edited row by row. */
export interface ListRule {
  readonly parts: readonly ColumnRule[];
  /** `one` is a single record or none, `pairs` a record of texts. */
  readonly shape: 'list' | 'one' | 'pairs';
  /** Whether no rows mean null, and not an empty list. */
  readonly isNullWhenEmpty?: true;
  /** Cells of a new row. */
  readonly defaults: Readonly<Record<string, string>>;
}

const HOURS = [partColumn('fromMinute', 'time'), partColumn('toMinute', 'time'), partColumn('days', 'days', true)];
const DEFAULT_HOURS = { fromMinute: '09:00', toMinute: '21:00', days: '' };

const FIELDS: ListRule = {
  parts: [
    partColumn('key'),
    partColumn('label.ru'),
    partColumn('label.en'),
    partColumn('kind'),
    partColumn('required', 'flag'),
    partColumn('example', 'text', true),
    partColumn('pattern', 'text', true),
    partColumn('minLength', 'whole', true),
    partColumn('maxLength', 'whole', true),
    partColumn('digits', 'whole', true),
    partColumn('network', 'text', true),
    partColumn('countries', 'words', true),
    partColumn('mayBeAbsent', 'flag'),
  ],
  shape: 'list',
  defaults: { key: '', 'label.ru': '', 'label.en': '', kind: 'text', required: '1', mayBeAbsent: '0' },
};

/** Columns of `columns.ts` whose value is a list of records. */
export const LIST_COLUMNS: Readonly<Record<string, ListRule>> = {
  rail_settings: { parts: [partColumn('name'), partColumn('value')], shape: 'pairs', defaults: { name: '', value: '' } },
  income_fields: FIELDS,
  outcome_fields: FIELDS,
  steps: {
    parts: [partColumn('fromIncome', 'income_amount'), partColumn('marginPpm', 'percent')],
    shape: 'list',
    defaults: { fromIncome: '', marginPpm: '' },
  },
  margin_by_reserve: {
    parts: [partColumn('belowReserve', 'outcome_amount'), partColumn('addPpm', 'percent')],
    shape: 'list',
    defaults: { belowReserve: '', addPpm: '' },
  },
  margin_by_hour: { parts: [...HOURS, partColumn('addPpm', 'percent')], shape: 'list', defaults: { ...DEFAULT_HOURS, addPpm: '' } },
  monitor_rule: {
    parts: [partColumn('place', 'whole'), partColumn('leastMarginPpm', 'percent'), partColumn('mostMarginPpm', 'percent', true)],
    shape: 'one',
    isNullWhenEmpty: true,
    defaults: { place: '1', leastMarginPpm: '0.5', mostMarginPpm: '' },
  },
  work_hours: { parts: HOURS, shape: 'list', isNullWhenEmpty: true, defaults: DEFAULT_HOURS },
};
