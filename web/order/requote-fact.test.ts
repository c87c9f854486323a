import { describe, expect, it } from 'vitest';
import { requoteFact } from './requote-fact.ts';

type Facts = Parameters<typeof requoteFact>[0];

const came = (received: string, reason: NonNullable<Facts['requote']>['reason'], before: 'cancelled' | 'expired' = 'expired'): Facts => ({
  income_amount: '200',
  timeline: [
    { status: before, at: '2026-01-15T12:00:00Z' },
    { status: 'requote', at: '2026-01-15T12:00:01Z' },
  ],
  requote: {
    reason,
    received_amount: received,
    income_amount: received,
    outcome_amount: null,
    rate: null,
    refund_amount: received,
    expires_at: '2026-01-15T12:00:30Z',
    options: [],
  },
});

describe('the headline of a choice', () => {
  it.each([
    ['180', 'short', 'short'],
    ['199.999999999999999999', 'short', 'short'],
    ['200.000000000000000001', 'over', 'over'],
    ['9007199254740993', 'over', 'over'],
    ['200.00', 'late', 'late'],
    ['1', 'reopened', 'short'],
    ['200', 'reopened', 'closed'],
    ['0', 'quote_expired', 'rate'],
  ] as const)('of %s for 200 (%s) tells: %s', (received, reason, fact) => {
    expect(requoteFact(came(received, reason))).toBe(fact);
  });

  it('tells a cancelled order from one that ran out', () => {
    expect(requoteFact(came('200', 'reopened', 'cancelled'))).toBe('cancelled');
  });
});
