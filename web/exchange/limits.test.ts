import { expect, it } from 'vitest';
import type { Problem } from './ask.ts';
import { limitsOf, maxReasonOf } from './limits.ts';
import type { Calculation } from './systems.ts';

const calculation = {
  min_outcome_amount: '15',
  max_outcome_amount: '900',
  limit_reasons: { min: 'outcome_system', max: 'reserve' },
} as unknown as Calculation;

const refused = (limits: Record<string, string>): Problem => ({
  kind: 'refused',
  code: 'amount_above_maximum',
  message: '',
  field: null,
  limits,
});

it('tells the reason of a limit beside that limit alone: a refusal names its own, of which no reason is known', () => {
  expect(maxReasonOf({ calculation, problem: null })).toBe('reserve');
  const same = { calculation, problem: refused({ min_outcome_amount: '15', max_outcome_amount: '900' }) };
  expect([limitsOf(same, 'outcome'), maxReasonOf(same)]).toEqual([{ min: '15', max: '900' }, 'reserve']);
  const other = { calculation, problem: refused({ min_outcome_amount: '15', max_outcome_amount: '6112.98' }) };
  expect([limitsOf(other, 'outcome'), maxReasonOf(other)]).toEqual([{ min: '15', max: '6112.98' }, null]);
  expect(maxReasonOf({ calculation: null, problem: null })).toBeNull();
});
