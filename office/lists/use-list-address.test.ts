import { expect, test } from 'vitest';
import { readAddress } from './list-address.ts';
import { clearFilters } from './use-list-address.ts';

const FILTERS = ['state', 'kind'] as const;

function used(search: string) {
  const made: unknown[] = [];
  const address = readAddress(new URLSearchParams(search), FILTERS);
  return { made, list: { address, change: (part: unknown) => void made.push(part), type: () => undefined, query: { page: 1 } } as never };
}

test.each([
  ['', []],
  ['page=3', []],
  ['state=ended', ['state']],
] as const)('where nothing narrows it (%s), nothing is to be taken away', (search, views) => {
  expect(clearFilters(used(search).list, views)).toBeUndefined();
});

test.each([
  ['q=anna', [], {}],
  ['state=ended', [], {}],
  ['state=ended&q=anna', ['state'], { state: 'ended' }],
  ['state=ended&kind=card', ['state'], { state: 'ended' }],
] as const)('a search and filters (%s) are taken away, which list it is stays', (search, views, filters) => {
  const { made, list } = used(search);
  clearFilters(list, views)?.();
  expect(made).toEqual([{ q: '', filters }]);
});
