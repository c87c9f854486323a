import { expect, test } from 'vitest';
import type { CallError } from '#contract/call-errors.ts';
import type { System } from '#web/catalogue/systems.ts';
import { type WithdrawState, withdrawReducer } from './withdraw-state.ts';

const system = (id: string): System => ({ id }) as System;
const input: WithdrawState['input'] = {
  balance: 'reward',
  amount: '10',
  values: { address: 'T1' },
  walletId: 'w1',
  noMemo: true,
  confirmsLookalike: true,
};
const refusedSubmission = { input, errors: [{ code: 'limit' } as CallError] };
const before: WithdrawState = { system: system('a'), input, refusedSubmission, state: 'idle' };

test('a confirmation of similar requisites ends with the requisites it was given for', () => {
  const after = (part: Partial<typeof input>) => withdrawReducer(before, { kind: 'changed', part }).input.confirmsLookalike;
  expect([after({ amount: '5' }), after({ noMemo: false })]).toEqual([true, true]);
  expect([after({ values: {} }), after({ walletId: '' })]).toEqual([false, false]);
  expect(after({ walletId: 'w2', confirmsLookalike: true })).toBe(true);
});

test('an amount is tidied as it is typed', () => {
  expect(withdrawReducer(before, { kind: 'changed', part: { amount: '1 500 ₽' } }).input.amount).toBe('1 500');
});

test('another system starts without requisites and errors', () => {
  const after = withdrawReducer(before, { kind: 'system', system: system('b'), walletId: 'w2' });
  expect(after).toMatchObject({
    system: { id: 'b' },
    input: { amount: '10', values: {}, walletId: 'w2', noMemo: false, confirmsLookalike: false },
    refusedSubmission: { errors: [] },
  });
});

test('a submission ends refused or unanswered; the check by the form itself ends none', () => {
  const sending = withdrawReducer(before, { kind: 'sending' });
  expect(sending.state).toBe('sending');
  expect(withdrawReducer(sending, { kind: 'refused', refusedSubmission })).toMatchObject({ state: 'idle', refusedSubmission });
  const unanswered = withdrawReducer(sending, { kind: 'unanswered', refusedSubmission: { input, errors: [] } });
  expect(unanswered.state).toBe('unanswered');
  expect(withdrawReducer(unanswered, { kind: 'invalid', refusedSubmission })).toMatchObject({ state: 'unanswered', refusedSubmission });
});
