import { expect, test } from 'vitest';
import { draftOf, NEW_RULES, pastedRequisites, rulesOf } from './rules-draft.ts';

test('rules are typed over as they stand', () => {
  const rules = rulesOf({ ...NEW_RULES, daily_amount: ' 300 000 ', daily_count: '30', works_from: '09:00', works_until: '21:00' });
  expect(rules).toMatchObject({ daily_amount: '300 000', daily_count: 30, monthly_amount: null, works_from: '09:00', rest_minutes: 0 });
  expect(rulesOf(draftOf(rules))).toEqual(rules);
});

test('orders of a new requisite are told apart by their amounts unless somebody chooses otherwise', () => {
  expect(rulesOf(NEW_RULES).sharing).toBe('unique_amount');
});

test('lines of a table become requisites, whatever stands between their cells', () => {
  expect(pastedRequisites('2200 0000; Ivan P.; Bank\n\n2201\tPetr\tBank', ['card_number'])).toEqual([
    { values: { card_number: '2200 0000' }, owner_name: 'Ivan P.', bank: 'Bank' },
    { values: { card_number: '2201' }, owner_name: 'Petr', bank: 'Bank' },
  ]);
  expect(pastedRequisites('1', ['account', 'bik'])).toEqual([{ values: { account: '1', bik: '' }, owner_name: '', bank: '' }]);
});
