import { expect, it } from 'vitest';
import { amountProblem } from './withdrawal-input.ts';

const limits = { min_amount: '3', available_amount: '50', max_amount: '40' };

it.each([
  ['', undefined],
  ['3', undefined],
  ['40,00', undefined],
  ['10.', undefined],
  ['2,99', { kind: 'least', limit: '3' }],
  ['0', { kind: 'least', limit: '3' }],
  ['40.01', { kind: 'most', limit: '40' }],
  ['50.01', { kind: 'most', limit: '50' }],
  ['10.555', { kind: 'unreadable' }],
  ['1e1', { kind: 'unreadable' }],
  ['-5', { kind: 'unreadable' }],
])('checks the amount %j against a balance of fifty dollars', (text, problem) => expect(amountProblem(text, limits)).toEqual(problem));
