import { expect, test } from 'vitest';
import { draftOf, NEW_RULES, pastedRequisites, rulesOf, unreadableRules } from './rules-draft.ts';

test('stored rules are read back unchanged', () => {
  const rules = rulesOf({ ...NEW_RULES, daily_amount: ' 300 000 ', daily_count: '30', works_from: '09:00', works_until: '21:00' });
  expect(rules).toMatchObject({ daily_amount: '300 000', daily_count: 30, monthly_amount: null, works_from: '09:00', rest_minutes: 0 });
  expect(rules && rulesOf(draftOf(rules))).toEqual(rules);
});

test('spaces between thousands are accepted; an empty field means no limit and no pause', () => {
  const draft = { ...NEW_RULES, daily_count: ' 1 000 ', monthly_count: '10\u2009000', rest_minutes: '1\u00A0440' };
  expect(rulesOf(draft)).toMatchObject({ daily_count: 1000, monthly_count: 10_000, rest_minutes: 1440 });
  expect(rulesOf({ ...NEW_RULES, rest_minutes: ' ' })).toMatchObject({ daily_count: null, monthly_count: null, rest_minutes: 0 });
});

test.each(['daily_count', 'monthly_count', 'rest_minutes'] as const)('an unreadable %s is reported, and nothing is sent', (rule) => {
  for (const input of ['-3', '1,5', '10 00', '5x', '1e3', '100001']) {
    const draft = { ...NEW_RULES, [rule]: input };
    expect(unreadableRules(draft)).toEqual([rule]);
    expect(rulesOf(draft)).toBeUndefined();
  }
});

test('all unreadable fields are reported at once', () => {
  const draft = { ...NEW_RULES, daily_count: 'ten', monthly_count: '-3', rest_minutes: '1,5' };
  expect(unreadableRules(draft)).toEqual(['daily_count', 'monthly_count', 'rest_minutes']);
});

test('orders of a new requisite differ by amount unless the operator chooses otherwise', () => {
  expect(rulesOf(NEW_RULES)?.sharing).toBe('unique_amount');
});

test('pasted lines become requisites, separated by tabs or semicolons', () => {
  expect(pastedRequisites('2200 0000; Ivan P.; Bank\n\n2201\tPetr\tBank', ['card_number'])).toEqual([
    { values: { card_number: '2200 0000' }, owner_name: 'Ivan P.', bank: 'Bank' },
    { values: { card_number: '2201' }, owner_name: 'Petr', bank: 'Bank' },
  ]);
  const fields = ['account', 'bik', 'corr_account', 'purpose'];
  const values = { account: '1', bik: '2', corr_account: '', purpose: '' };
  expect(pastedRequisites('1;2;Ivan P.;Bank', fields)).toEqual([{ values, owner_name: 'Ivan P.', bank: 'Bank' }]);
  expect(pastedRequisites('1;2;Ivan P.;Bank;3', fields)[0]?.values).toEqual({ ...values, corr_account: '3' });
  expect(pastedRequisites('1', ['account', 'bik'])).toEqual([{ values: { account: '1', bik: '' }, owner_name: '', bank: '' }]);
});
