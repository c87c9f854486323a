import { expect, it } from 'vitest';
import type { Coin } from './coins.ts';
import { BY_RANK, inPlace, nextSort, searchOf, sorted, sortIn } from './coins.ts';

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

it('coins are put in order by what their numbers are, not by how they are written; the unknown stand last either way', () => {
  expect(symbols(sorted(COINS, BY_RANK))).toBe('ABCDE');
  expect(symbols(sorted(COINS, { key: 'change_24h', isDown: true }))).toBe('CEADB');
  expect(symbols(sorted(COINS, { key: 'change_24h', isDown: false }))).toBe('DAECB');
});

it('the address says the order, and nonsense in it is the usual one', () => {
  expect(sortIn('?sort=-price')).toEqual({ key: 'price', isDown: true });
  expect(sortIn('?sort=constructor')).toEqual(BY_RANK);
  expect(searchOf(nextSort(BY_RANK, 'cap'))).toBe('?sort=-cap');
  expect(searchOf(nextSort(sortIn('?sort=-cap'), 'cap'))).toBe('?sort=cap');
  expect(searchOf(BY_RANK)).toBe('');
});

it('new prices come where the old ones stand', () => {
  const told = [coin('C', { price_usd: '3' }), coin('A', { price_usd: '2' }), coin('Z', {})];
  const shown = inPlace(COINS, told);
  expect(symbols(shown)).toBe('ABCDE');
  expect(shown.map((one) => one.price_usd)).toEqual(['2', '1', '3', '1', '1']);
});
