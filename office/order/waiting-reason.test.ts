import { expect, it } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/orders.ts';
import { waitingReason } from './waiting-reason.ts';

const told = (...states: readonly OfficeOrderAttributes['deposits'][number]['state'][]) =>
  states.map((state) => ({ state })) as unknown as OfficeOrderAttributes['deposits'];

it('says of money that was taken back that it was, and not that its customer only claims it', () => {
  expect(waitingReason({ attention: 'moderation', deposits: told('final', 'reverted') })).toBe('taken_back');
  expect(waitingReason({ attention: 'moderation', deposits: told() })).toBe('moderation');
  expect(waitingReason({ attention: 'moderation', deposits: told('failed') })).toBe('moderation');
  expect(waitingReason({ attention: 'surplus', deposits: told('reverted') })).toBe('surplus');
  expect(waitingReason({ attention: null, deposits: told('reverted') })).toBeNull();
});
