import { expect, it } from 'vitest';
import type { Coin } from './coins.ts';
import { BY_RANK, updateInPlace, nextSort, searchOf, sorted, sortIn } from './coins.ts';

const coin = (symbol: string, change: Partial<Coin>): Coin => ({
  symbol,
  name: symbol,
  price_usd: '1',
  change_1h: null,
  change_24h: null,
  change_7d: null,
  market_cap_usd: null,
  volume_24h_usd: null,
  rank: 1,
  as_of: '2026-11-22T06:00:00.000Z',
  is_demo: false,
  is_stale: false,
  week: [],
  mark: { monogram: symbol, tint: 'slate' },
  ...change,
});
const COINS = [
  coin('A', { rank: 1, change_24h: '-2.5' }),
  coin('B', { rank: 2, change_24h: null }),
  coin('C', { rank: 3, change_24h: '10.1' }),
  coin('D', { rank: 10, change_24h: '-10' }),
  coin('E', { rank: null, change_24h: '9.9' }),
];
const symbols = (coins: readonly Coin[]) => coins.map(({ symbol }) => symbol).join('');

it('sorts by value, not by text; coins without the figure are last in both directions', () => {
  expect(symbols(sorted(COINS, BY_RANK))).toBe('ABCDE');
  expect(symbols(sorted(COINS, { key: 'change_24h', isDescending: true }))).toBe('CEADB');
  expect(symbols(sorted(COINS, { key: 'change_24h', isDescending: false }))).toBe('DAECB');
});

it('reads the sorting from the address and ignores an invalid one', () => {
  expect(sortIn('?sort=-price')).toEqual({ key: 'price', isDescending: true });
  expect(sortIn('?sort=constructor')).toEqual(BY_RANK);
  expect(searchOf(nextSort(BY_RANK, 'cap'))).toBe('?sort=-cap');
  expect(searchOf(nextSort(sortIn('?sort=-cap'), 'cap'))).toBe('?sort=cap');
  expect(searchOf(BY_RANK)).toBe('');
});

it('updates figures without moving rows', () => {
  const updates = [coin('C', { price_usd: '3' }), coin('A', { price_usd: '2' }), coin('Z', {})];
  const updated = updateInPlace(COINS, updates);
  expect(symbols(updated)).toBe('ABCDE');
  expect(updated.map((coin) => coin.price_usd)).toEqual(['2', '1', '3', '1', '1']);
});
