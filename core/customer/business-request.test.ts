import { expect, test } from 'vitest';
import { BUSINESS_REQUEST_STATES, nextStates } from './business-request.ts';

test('an approved request stays approved; every other state has a next one', () => {
  const ended = BUSINESS_REQUEST_STATES.filter((state) => nextStates(state).length === 0);
  expect(ended).toEqual(['approved']);
});
