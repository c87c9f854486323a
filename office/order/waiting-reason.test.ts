import { expect, it } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { waitingReason } from './waiting-reason.ts';

const depositsIn = (...states: readonly OfficeOrderAttributes['deposits'][number]['state'][]) =>
  states.map((state) => ({ state })) as unknown as OfficeOrderAttributes['deposits'];

it('reports reverted money as taken back, not as claimed by the customer', () => {
  expect(waitingReason({ attention: 'moderation', deposits: depositsIn('final', 'reverted') })).toBe('taken_back');
  expect(waitingReason({ attention: 'moderation', deposits: depositsIn() })).toBe('moderation');
  expect(waitingReason({ attention: 'moderation', deposits: depositsIn('failed') })).toBe('moderation');
  expect(waitingReason({ attention: 'surplus', deposits: depositsIn('reverted') })).toBe('surplus');
  expect(waitingReason({ attention: null, deposits: depositsIn('reverted') })).toBeNull();
});
