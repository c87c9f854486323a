import { expect, test } from 'vitest';
import { readFilter, writeFilter } from './use-orders.ts';

const again = (address: string): string => writeFilter(readFilter(new URLSearchParams(address))).toString();

test('a status without a view applies to all orders; a given view stays', () => {
  expect(readFilter(new URLSearchParams('status=completed'))).toMatchObject({ view: 'all', status: 'completed' });
  expect(readFilter(new URLSearchParams(''))).toMatchObject({ view: 'needs_person', status: undefined });
  expect(readFilter(new URLSearchParams('status=nonsense'))).toMatchObject({ view: 'needs_person', status: undefined });
  expect(['', 'view=all', 'view=needs_person&status=moderation', 'status=completed'].map(again)).toEqual([
    '',
    'view=all',
    'view=needs_person&status=moderation',
    'view=all&status=completed',
  ]);
});
