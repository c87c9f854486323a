import { expect, it } from 'vitest';
import { returnedTo } from './returned.ts';

it('what an order knows of its payment stands above what an address says', () => {
  expect(returnedTo('failure', 'completed')).toBe('received');
  expect(returnedTo('success', 'payment_failed')).toBe('failure');
  expect(returnedTo('success', 'expired')).toBe('closed');
  // Nothing is known of it yet
  expect([returnedTo('success', 'awaiting_payment'), returnedTo('failure', 'awaiting_payment')]).toEqual(['success', 'unfinished']);
});
