import { expect, it } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { whyOf } from './why-of.ts';

const told = (...states: readonly OfficeOrderAttributes['deposits'][number]['state'][]) =>
  states.map((state) => ({ state })) as unknown as OfficeOrderAttributes['deposits'];

it('says of money that was taken back that it was, and not that its customer only claims it', () => {
  expect(whyOf({ attention: 'moderation', deposits: told('final', 'reverted') })).toBe('taken_back');
  expect(whyOf({ attention: 'moderation', deposits: told() })).toBe('moderation');
  expect(whyOf({ attention: 'moderation', deposits: told('failed') })).toBe('moderation');
  expect(whyOf({ attention: 'surplus', deposits: told('reverted') })).toBe('surplus');
  expect(whyOf({ attention: null, deposits: told('reverted') })).toBeNull();
});
