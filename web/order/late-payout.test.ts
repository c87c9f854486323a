import { expect, it } from 'vitest';
import { latePayoutOf, type PromiseFacts } from './late-payout.ts';

const [EARLIER, MISSED, NOW, NEXT] = ['2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z', '2026-01-01T11:30:00Z', '2026-01-01T13:00:00Z'];
const PENDING: PromiseFacts = {
  status: 'payout_pending',
  payout_promise: { at: NEXT, missed_at: null },
  payout_overdue_since: null,
  payout_look_why: null,
  payout_look_until: null,
  paid_by_people: false,
  destination_request: null,
  server_time: NOW,
};

it('a payout is late once its promised time has passed, with the next time while there is one', () => {
  expect(latePayoutOf(PENDING)).toBeNull();
  expect(latePayoutOf({ ...PENDING, payout_promise: { at: NEXT, missed_at: MISSED } })).toEqual({
    missedAt: MISSED,
    nextAt: NEXT,
    why: 'preparing',
  });
  expect(latePayoutOf({ ...PENDING, payout_promise: null, payout_overdue_since: MISSED, status: 'payout_failed' })).toEqual({
    missedAt: MISSED,
    nextAt: null,
    why: 'failed',
  });
});

it('a check is late once its own time has passed', () => {
  const check = { ...PENDING, payout_look_why: 'check' as const, payout_promise: { at: MISSED, missed_at: null } };
  expect(latePayoutOf({ ...check, payout_look_until: NEXT })).toBeNull();
  expect(latePayoutOf({ ...check, payout_look_until: MISSED })).toEqual({ missedAt: MISSED, nextAt: null, why: 'look_check' });
  expect(latePayoutOf({ ...check, payout_look_until: EARLIER })).toEqual({ missedAt: EARLIER, nextAt: MISSED, why: 'look_check' });
});

it('an order that waits for its customer is not late', () => {
  const waiting = { ...PENDING, payout_overdue_since: MISSED, destination_request: { state: 'asked' as const, fields: [] } };
  expect(latePayoutOf(waiting)).toBeNull();
  expect(latePayoutOf({ ...waiting, destination_request: { state: 'given', fields: [] } })).not.toBeNull();
});
