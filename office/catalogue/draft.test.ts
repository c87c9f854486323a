import { describe, expect, it } from 'vitest';
import { DirectionDocument } from '#contract/office/catalogue/direction-document.ts';
import { PaymentSystemDocument } from '#contract/office/catalogue/payment-system-document.ts';
import { DIRECTION_COLUMNS, NO_DECIMALS, PAYMENT_SYSTEM_COLUMNS } from '#core/catalogue/columns.ts';
import { LIST_COLUMNS } from '#core/catalogue/list-columns.ts';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { makeRequisiteField } from '#tests/make/requisite-field.ts';
import { changedMembers, checkDraft, type Document, type Draft, rowsOf, NO_EDITS } from './draft.ts';

const documentOf = (value: unknown): Document =>
  JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))) as Document;
const rubles = { scale: 2, precision: 2 };
const decimals = { ...NO_DECIMALS, amount: rubles, income_amount: rubles, outcome_amount: { scale: 8, precision: 8 } };
const direction = documentOf(
  makeDirection({
    incomeCode: 'SBERRUB',
    outcomeCode: 'BTC',
    steps: [{ fromIncome: 100_000n, marginPpm: 9_000 }],
    workHours: [{ fromMinute: 540, toMinute: 1_260, days: [1, 2] }],
  }),
);
const ofDirection = (draft: Partial<Draft>) =>
  checkDraft({ columns: DIRECTION_COLUMNS, base: direction, draft: { ...NO_EDITS, ...draft }, decimals, schema: DirectionDocument });

describe('a form over a direction', () => {
  it('changes nothing without edits', () => expect(changedMembers(direction, ofDirection({}).next)).toBeUndefined());

  it('reads its rows back unchanged', () => {
    for (const [name, rule] of Object.entries(LIST_COLUMNS)) {
      const column = DIRECTION_COLUMNS.find((one) => one.name === name);
      if (column === undefined) continue;
      const rows = rowsOf(rule, direction[column.member], decimals);
      expect([name, changedMembers(direction, ofDirection({ lists: { [name]: rows } }).next)]).toEqual([name, undefined]);
    }
  });

  it('changes the edited language of a text and keeps the other', () => {
    const { next, problems } = ofDirection({ cells: { margin_percent: '2,5', conditions_ru: 'Да', conditions_en: 'Yes' } });
    expect([problems, changedMembers(direction, next)?.after]).toEqual([{}, { marginPpm: 25_000, conditions: { ru: 'Да', en: 'Yes' } }]);
    expect(ofDirection({ cells: { conditions_ru: 'Да' } }).problems).toEqual({ 'conditions.en': 'required' });
  });

  it('names every invalid field by its path', () => {
    const { problems } = ofDirection({
      cells: { margin_percent: 'x', min_income: '5', max_income: '4' },
      lists: { steps: [{ fromIncome: '', marginPpm: '1' }], work_hours: [{ fromMinute: '25:00', toMinute: '9:00', days: '8' }] },
    });
    expect(problems).toMatchObject({
      marginPpm: 'percent',
      'steps.0.fromIncome': 'amount',
      'workHours.0.fromMinute': 'time',
      'workHours.0.days': 'days',
    });
    expect(ofDirection({ cells: { min_income: '5', max_income: '4' } }).problems).toEqual({ maxIncome: 'least_above_most' });
  });
});

it('a form over a payment system edits its fields row by row', () => {
  const field = makeRequisiteField({ key: 'card_number', kind: 'card', label: { ru: 'Карта', en: 'Card' }, countries: ['DE'] });
  const base = documentOf(makePaymentSystem({ code: 'SBERRUB', outcomeFields: [field], railSettings: { offer: 'form' } }));
  const check = (lists: Draft['lists']) =>
    checkDraft({ columns: PAYMENT_SYSTEM_COLUMNS, base, draft: { ...NO_EDITS, lists }, decimals, schema: PaymentSystemDocument });
  const rule = LIST_COLUMNS['outcome_fields'];
  const pairs = LIST_COLUMNS['rail_settings'];
  if (rule === undefined || pairs === undefined) throw new Error('no such list');
  const rows = rowsOf(rule, base['outcomeFields'], decimals);
  expect(changedMembers(base, check({ outcome_fields: rows }).next)).toBeUndefined();
  expect(check({ outcome_fields: rows.map((row) => ({ ...row, 'label.en': '' })) }).problems).toEqual({
    'outcomeFields.0.label.en': 'required',
  });
  expect(check({ outcome_fields: [...rows, rule.defaults] }).problems).toMatchObject({ 'outcomeFields.1.key': 'field_key' });
  expect(changedMembers(base, check({ rail_settings: rowsOf(pairs, base['railSettings'], decimals) }).next)).toBeUndefined();
});
