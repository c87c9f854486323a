import { expect, it } from 'vitest';
import type { RequoteFact } from '#core/order/requote-options.ts';
import { requoteFact } from './requote-fact.ts';

type Facts = Parameters<typeof requoteFact>[0];

const came = (fact: RequoteFact, before: 'cancelled' | 'expired'): Facts => ({
  timeline: [
    { status: before, at: '2026-01-15T12:00:00Z' },
    { status: 'requote', at: '2026-01-15T12:00:01Z' },
  ],
  requote: {
    reason: 'reopened',
    fact,
    received_amount: '200',
    asked_amount: '200',
    income_amount: '200',
    outcome_amount: null,
    rate: null,
    refund_amount: '200',
    expires_at: '2026-01-15T12:00:30Z',
    options: [],
  },
});

it('tells a cancelled order from one that ran out, where the amount is the asked one', () => {
  expect(requoteFact(came('closed', 'cancelled'))).toBe('cancelled');
  expect(requoteFact(came('closed', 'expired'))).toBe('closed');
  expect(requoteFact(came('short', 'cancelled'))).toBe('short');
});
