import { expect, it } from 'vitest';
import { amountProblem } from '#web/withdrawals/check-amount.ts';

const limits = { min_amount: '3', available_amount: '50', max_amount: '40' };

it.each([
  ['', undefined],
  ['3', undefined],
  ['40,00', undefined],
  ['10.', undefined],
  ['2,99', { kind: 'least', to: '3' }],
  ['0', { kind: 'least', to: '3' }],
  ['40.01', { kind: 'most', to: '40' }],
  ['50.01', { kind: 'most', to: '50' }],
  ['10.555', { kind: 'unreadable' }],
  ['1e1', { kind: 'unreadable' }],
  ['-5', { kind: 'unreadable' }],
])('checks %j against a purse of fifty dollars', (text, problem) => expect(amountProblem(text, limits)).toEqual(problem));
