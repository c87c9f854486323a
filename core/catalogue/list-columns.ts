import type { ColumnKind, ColumnRule } from './columns.ts';

const part = (member: string, kind: ColumnKind = 'text', mayBeNull?: true): ColumnRule => ({
  name: member,
  member,
  kind,
  ...(mayBeNull === undefined ? {} : { mayBeNull }),
});

/** A member that holds things of its own, edited row by row. */
export interface ListRule {
  readonly parts: readonly ColumnRule[];
  /** `one`: a single thing or none; `pairs`: a record of texts. */
  readonly shape: 'list' | 'one' | 'pairs';
  /** No rows are "none" and not an empty list. */
  readonly isNullWhenEmpty?: true;
  /** What a new row begins with. */
  readonly fresh: Readonly<Record<string, string>>;
}

const HOURS = [part('fromMinute', 'time'), part('toMinute', 'time'), part('days', 'days', true)];
const FRESH_HOURS = { fromMinute: '09:00', toMinute: '21:00', days: '' };

const FIELDS: ListRule = {
  parts: [
    part('key'),
    part('label.ru'),
    part('label.en'),
    part('kind'),
    part('required', 'flag'),
    part('example', 'text', true),
    part('pattern', 'text', true),
    part('minLength', 'whole', true),
    part('maxLength', 'whole', true),
    part('digits', 'whole', true),
    part('network', 'text', true),
    part('countries', 'words', true),
    part('mayBeAbsent', 'flag'),
  ],
  shape: 'list',
  fresh: { key: '', 'label.ru': '', 'label.en': '', kind: 'text', required: '1', mayBeAbsent: '0' },
};

/** Columns of `columns.ts` that hold rows of their own. */
export const LIST_COLUMNS: Readonly<Record<string, ListRule>> = {
  rail_settings: { parts: [part('name'), part('value')], shape: 'pairs', fresh: { name: '', value: '' } },
  income_fields: FIELDS,
  outcome_fields: FIELDS,
  steps: {
    parts: [part('fromIncome', 'income_amount'), part('marginPpm', 'percent')],
    shape: 'list',
    fresh: { fromIncome: '', marginPpm: '' },
  },
  margin_by_reserve: {
    parts: [part('belowReserve', 'outcome_amount'), part('addPpm', 'percent')],
    shape: 'list',
    fresh: { belowReserve: '', addPpm: '' },
  },
  margin_by_hour: { parts: [...HOURS, part('addPpm', 'percent')], shape: 'list', fresh: { ...FRESH_HOURS, addPpm: '' } },
  monitor_rule: {
    parts: [part('place', 'whole'), part('leastMarginPpm', 'percent'), part('mostMarginPpm', 'percent', true)],
    shape: 'one',
    isNullWhenEmpty: true,
    fresh: { place: '1', leastMarginPpm: '0.5', mostMarginPpm: '' },
  },
  work_hours: { parts: HOURS, shape: 'list', isNullWhenEmpty: true, fresh: FRESH_HOURS },
};
