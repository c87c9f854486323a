import { expect, it } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { postingState } from './posting-state.ts';

type Deposit = OfficeOrderAttributes['deposits'][number];
const depositWith = (part: Partial<Deposit>): Deposit =>
  ({ rail: 'operator', state: 'final', beyond_rail: false, posted_at: null, ...part }) as unknown as Deposit;

it('names the report of the rail as the reason why an entry of an operator is not posted', () => {
  const entered = depositWith({});
  const reverted = depositWith({ rail: 'sandbox', state: 'reverted' });
  const failed = depositWith({ rail: 'sandbox', state: 'failed' });
  expect(postingState(entered, [reverted, entered])).toBe('posted_by_rail');
  expect(postingState(entered, [failed, entered])).toBe('not_posted');
  expect(postingState(entered, [entered])).toBe('not_posted');
  expect(postingState(depositWith({ beyond_rail: true }), [reverted])).toBe('not_posted');
  expect(postingState(depositWith({ posted_at: '2026-11-22T10:00:00Z' }), [reverted])).toBe('posted');
  expect(postingState(reverted, [reverted])).toBe('posted_no_more');
});
