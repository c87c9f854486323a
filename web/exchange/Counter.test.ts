import { expect, it } from 'vitest';
import type { QuoteProblem } from './fetch-quote.ts';
import { limitsOf, maxReasonOf } from './Counter.tsx';
import type { Calculation } from '#web/catalogue/systems.ts';

const calculation = {
  min_outcome_amount: '15',
  max_outcome_amount: '900',
  limit_reasons: { min: 'outcome_system', max: 'reserve' },
} as unknown as Calculation;

const refused = (limits: Record<string, string>): QuoteProblem => ({
  kind: 'refused',
  code: 'amount_above_maximum',
  message: '',
  field: null,
  limits,
});

it('the cause is shown only for the calculated limit, not for another limit of a refusal', () => {
  expect(maxReasonOf({ calculation, problem: null })).toBe('reserve');
  const same = { calculation, problem: refused({ min_outcome_amount: '15', max_outcome_amount: '900' }) };
  expect([limitsOf(same, 'outcome'), maxReasonOf(same)]).toEqual([{ min: '15', max: '900' }, 'reserve']);
  const other = { calculation, problem: refused({ min_outcome_amount: '15', max_outcome_amount: '6112.98' }) };
  expect([limitsOf(other, 'outcome'), maxReasonOf(other)]).toEqual([{ min: '15', max: '6112.98' }, null]);
  expect(maxReasonOf({ calculation: null, problem: null })).toBeNull();
});
