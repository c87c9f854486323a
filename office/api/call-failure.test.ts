import { expect, test } from 'vitest';
import { CallFailure, mayHaveHappened, takesIdempotencyKey } from './call-failure.ts';

const failure = (status: number, code?: string) =>
  new CallFailure({
    ok: false,
    status,
    errors: code === undefined ? [] : ([{ code, message: code, field: null, meta: {} }] as never),
    unreadable: false,
    retryAfterSeconds: null,
  });

test.each([
  [0, undefined, true],
  [200, undefined, true],
  [502, undefined, true],
  [504, undefined, true],
  [409, 'in_progress', true],
  [409, 'edit_conflict', false],
  [422, 'required', false],
  [500, 'internal', false],
])('after status %i (%s) the call may have been executed: %s', (status, code, expected) => {
  expect(mayHaveHappened(failure(status, code))).toBe(expected);
});

test('an error that is not a failed call keeps no idempotency key', () => {
  expect(mayHaveHappened(new Error('unreadable'))).toBe(false);
});

test('commands take a key; reads and calculations do not', () => {
  expect(takesIdempotencyKey({ method: 'POST' })).toBe(true);
  expect(takesIdempotencyKey({ method: 'DELETE', effect: 'command' })).toBe(true);
  expect(takesIdempotencyKey({ method: 'POST', effect: 'calculation' })).toBe(false);
  expect(takesIdempotencyKey({ method: 'GET' })).toBe(false);
});
