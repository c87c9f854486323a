import { expect, it } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/orders.ts';
import { postingState } from './posting-state.ts';

type Deposit = OfficeOrderAttributes['deposits'][number];
const said = (part: Partial<Deposit>): Deposit =>
  ({ rail: 'operator', state: 'final', beyond_rail: false, posted_at: null, ...part }) as unknown as Deposit;

it('says of a word that waits for nothing more that the rail has spoken, and not that it will be booked', () => {
  const word = said({});
  const gone = said({ rail: 'sandbox', state: 'reverted' });
  const failed = said({ rail: 'sandbox', state: 'failed' });
  expect(postingState(word, [gone, word])).toBe('posted_by_rail');
  expect(postingState(word, [failed, word])).toBe('not_posted');
  expect(postingState(word, [word])).toBe('not_posted');
  expect(postingState(said({ beyond_rail: true }), [gone])).toBe('not_posted');
  expect(postingState(said({ posted_at: '2026-11-22T10:00:00Z' }), [gone])).toBe('posted');
  expect(postingState(gone, [gone])).toBe('posted_no_more');
});
