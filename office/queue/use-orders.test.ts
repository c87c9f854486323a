import { expect, test } from 'vitest';
import { readFilter, writeFilter } from './use-orders.ts';

const again = (address: string): string => writeFilter(readFilter(new URLSearchParams(address))).toString();

test('a state in the address without a view is asked of all orders, and a view that is named stays', () => {
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
