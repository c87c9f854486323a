import { expect, test } from 'vitest';
import type { PoolRulesAttributes } from '#contract/office/money/pool.ts';
import { readRules } from './rules-attributes.ts';

const ROUBLES = { scale: 2, precision: 2 };
const NONE: PoolRulesAttributes = {
  sharing: 'single',
  min_amount: null,
  max_amount: null,
  daily_amount: null,
  daily_count: null,
  monthly_amount: null,
  monthly_count: null,
  works_from: null,
  works_until: null,
  rest_minutes: 0,
};

test.each<[Partial<PoolRulesAttributes>, object]>([
  [
    { min_amount: '5 000', max_amount: '1 000' },
    { code: 'not_allowed_amount', field: 'rules/max_amount', message: 'pool_amounts_order' },
  ],
  [{ works_from: '09:00' }, { code: 'required', field: 'rules/works_until', message: 'pool_hours_pair' }],
  [{ works_until: '00:00' }, { code: 'required', field: 'rules/works_from', message: 'pool_hours_pair' }],
  [{ daily_amount: '0' }, { code: 'not_allowed_amount', field: 'rules/daily_amount' }],
])('%o is refused at the field that is wrong, with its reason', (rules, refusal) => {
  expect(readRules({ ...NONE, ...rules }, ROUBLES)).toEqual({ ok: false, refusals: [refusal] });
});

test('minimum and maximum may be equal, and hours may end at midnight', () => {
  const rules = { ...NONE, min_amount: '1 000', max_amount: '1000,00', works_from: '09:00', works_until: '00:00' };
  expect(readRules(rules, ROUBLES)).toMatchObject({
    ok: true,
    value: { minAmount: 100_000n, maxAmount: 100_000n, worksFrom: 540, worksUntil: 0 },
  });
});
