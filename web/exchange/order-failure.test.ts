import { expect, it } from 'vitest';
import type { CallError } from '#contract/call-errors.ts';
import { needsNewKey } from './order-failure.ts';

const refused = (code: string) => ({ isSettled: true, errors: [{ code } as CallError] });

it('the key is kept without a response and after too many requests, and replaced after a refusal', () => {
  expect(needsNewKey({ isSettled: false, errors: [] })).toBe(false);
  expect(needsNewKey(refused('too_many_requests'))).toBe(false);
  expect(needsNewKey(refused('rate_changed'))).toBe(true);
});
