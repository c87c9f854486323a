import { expect, it } from 'vitest';
import { returnMessage } from './load-payment-return.ts';

it('the order’s status takes precedence over the URL', () => {
  expect(returnMessage('failure', 'completed')).toBe('received');
  expect(returnMessage('success', 'payment_failed')).toBe('failure');
  expect(returnMessage('success', 'expired')).toBe('closed');
  // The status says nothing about the payment yet
  expect([returnMessage('success', 'awaiting_payment'), returnMessage('failure', 'awaiting_payment')]).toEqual(['success', 'unfinished']);
});
