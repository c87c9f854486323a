import { describe, expect, it, test } from 'vitest';
import { clearFilters, nextSort, readAddress, writeAddress } from './use-list-address.ts';

const read = (text: string) => readAddress(new URLSearchParams(text), ['kind', 'state']);

describe('the address of a list', () => {
  it('is read back unchanged', () => {
    const written = 'q=%D1%81%D0%B1%D0%B5%D1%80&sort=-name&kind=card&page=3&after=abc.def';
    expect(writeAddress(read(written)).toString()).toBe(written);
    expect(read(written)).toEqual({ q: 'сбер', sort: '-name', filters: { kind: 'card' }, page: 3, after: 'abc.def', before: undefined });
  });

  it('omits filters that are not chosen, and those of other lists', () => {
    expect(writeAddress(read('page=1&kind=&other=7')).toString()).toBe('');
  });

  it('reads an invalid page as the first one', () => {
    for (const page of ['0', '-2', 'x', '']) expect(read(`page=${page}`).page).toBe(1);
  });

  it('sorts ascending, descending, and by default', () => {
    expect([nextSort(undefined, 'name'), nextSort('name', 'name'), nextSort('-name', 'name'), nextSort('-name', 'sort')]).toEqual([
      'name',
      '-name',
      undefined,
      'sort',
    ]);
  });
});

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
] as const)('without a search or filter (%s) there is nothing to clear', (search, views) => {
  expect(clearFilters(used(search).list, views)).toBeUndefined();
});

test.each([
  ['q=anna', [], {}],
  ['state=ended', [], {}],
  ['state=ended&q=anna', ['state'], { state: 'ended' }],
  ['state=ended&kind=card', ['state'], { state: 'ended' }],
] as const)('a search and filters (%s) are cleared, and the choice of the list stays', (search, views, filters) => {
  const { made, list } = used(search);
  clearFilters(list, views)?.();
  expect(made).toEqual([{ q: '', filters }]);
});
