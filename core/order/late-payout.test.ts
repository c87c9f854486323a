import { expect, it } from 'vitest';
import { lateReason } from './late-payout.ts';

it.each([
  ['payout_failed', null, true, 'failed'],
  ['payout_pending', 'amount', false, 'look_amount'],
  ['payout_pending', 'check', true, 'look_check'],
  ['payout_pending', null, true, 'preparing'],
  ['paid', null, false, 'preparing'],
  ['payout_sent', null, true, 'with_people'],
  ['payout_sent', null, false, 'sent'],
] as const)('%s, reviewed for %s, paid by people: %s is late because of %s', (status, reviewReason, isPaidByPeople, reason) => {
  expect(lateReason({ status, reviewReason, isPaidByPeople })).toBe(reason);
});
