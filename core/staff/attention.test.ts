import { expect, test } from 'vitest';
import { ATTENTIONS, attentionsOf } from './attention.ts';

test('each role gets only the work that it can do', () => {
  expect(attentionsOf('owner')).toEqual([...ATTENTIONS]);
  expect(attentionsOf('verifier')).toEqual(['awaiting_verification']);
  expect(attentionsOf('compliance')).toEqual(['compliance_hold', 'payout_failed']);
  expect(attentionsOf('support')).toEqual(['moderation']);
  expect(attentionsOf('cashier')).toEqual([
    'moderation',
    'payout_failed',
    'payout_unknown',
    'refund_failed',
    'payout_stuck',
    'by_hand',
    'manual_payout',
    'payment_claimed',
    'payment_stuck',
    'surplus',
  ]);
  expect(attentionsOf('treasurer')).toEqual([
    'payout_failed',
    'payout_unknown',
    'refund_failed',
    'payout_stuck',
    'by_hand',
    'manual_payout',
    'surplus',
  ]);
  for (const role of ['auditor', 'content', 'customer', '']) expect(attentionsOf(role)).toEqual([]);
});
