import { expect, it } from 'vitest';
import { returnMessage } from './returned.ts';

it('what an order knows of its payment stands above what an address says', () => {
  expect(returnMessage('failure', 'completed')).toBe('received');
  expect(returnMessage('success', 'payment_failed')).toBe('failure');
  expect(returnMessage('success', 'expired')).toBe('closed');
  // Nothing is known of it yet
  expect([returnMessage('success', 'awaiting_payment'), returnMessage('failure', 'awaiting_payment')]).toEqual(['success', 'unfinished']);
});
