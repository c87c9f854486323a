import { expect, test } from 'vitest';
import type { CallError } from '#contract/call-errors.ts';
import type { Calculation } from '#web/catalogue/systems.ts';
import { createAttempt } from './order-attempt.ts';

const calculation = (id: string, parts: Partial<Calculation> = {}): Calculation =>
  ({ id, income_amount: '100', outcome_amount: '7', slot_id: null, ...parts }) as Calculation;
const refused = (code: string) => ({ isSettled: true, errors: [{ code } as CallError] });
const unanswered = { isSettled: false, errors: [] };

test('without a response the same calculation is sent again under the same key', () => {
  const attempt = createAttempt(null);
  const first = attempt.nextRequest(calculation('a'), 'income');
  attempt.receive(unanswered);
  expect(attempt.nextRequest(calculation('b'), 'income')).toEqual(first);
  expect(attempt.sent?.id).toBe('a');
});

test('another amount or slot is sent as it is, and the key stays until the API responds', () => {
  const attempt = createAttempt(null);
  const first = attempt.nextRequest(calculation('a'), 'income');
  const nextRequest = attempt.nextRequest(calculation('b', { income_amount: '200' }), 'income');
  expect([nextRequest.calculation.id, nextRequest.idempotencyKey]).toEqual(['b', first.idempotencyKey]);
  expect(attempt.nextRequest(calculation('c', { income_amount: '200', slot_id: 's' }), 'income').calculation.id).toBe('c');
});

test('a refusal ends the key, too many requests does not', () => {
  const attempt = createAttempt(null);
  const { idempotencyKey } = attempt.nextRequest(calculation('a'), 'income');
  attempt.receive(refused('too_many_requests'));
  expect(attempt.nextRequest(calculation('b'), 'income')).toMatchObject({ idempotencyKey, calculation: { id: 'a' } });
  attempt.receive(refused('rate_changed'));
  const nextRequest = attempt.nextRequest(calculation('c'), 'income');
  expect(nextRequest.calculation.id).toBe('c');
  expect(nextRequest.idempotencyKey).not.toBe(idempotencyKey);
});

test('a repeat carries the captcha token; another order needs its own', () => {
  const attempt = createAttempt(null);
  expect(attempt.nextRequest(calculation('a'), 'income').captchaToken).toBeUndefined();
  expect([attempt.needsCaptcha(refused('captcha_required')), attempt.needsCaptcha(refused('lookalike'))]).toEqual([true, false]);
  attempt.nextRequest(calculation('a'), 'income', 'token');
  expect(attempt.needsCaptcha(refused('captcha_required'))).toBe(false);
  expect(attempt.nextRequest(calculation('b'), 'income').captchaToken).toBe('token');
  expect(attempt.nextRequest(calculation('c', { income_amount: '200' }), 'income').captchaToken).toBeUndefined();
});

test('a form sent without scripts and without a response continues under its key', () => {
  expect(createAttempt('key').nextRequest(calculation('a'), 'outcome')).toMatchObject({ idempotencyKey: 'key', calculation: { id: 'a' } });
});
