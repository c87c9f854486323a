import { expect, it } from 'vitest';
import type { CallError } from '#contract/call-errors.ts';
import { endsAttempt } from './not-created.ts';

const refused = (code: string) => ({ isSettled: true, errors: [{ code } as CallError] });

it('an attempt goes on under its key until somebody has looked at it: no answer was one, and too many calls are turned away before', () => {
  expect(endsAttempt({ isSettled: false, errors: [] })).toBe(false);
  expect(endsAttempt(refused('too_many_requests'))).toBe(false);
  expect(endsAttempt(refused('rate_changed'))).toBe(true);
});
