import { expect, it } from 'vitest';
import { formatRate } from './rate.ts';

it.each([
  ['193.691234', { income: 'XRP', outcome: 'RUB' }, 'ru', '1 XRP = 193,69 ₽'],
  ['0.005', { income: 'RUB', outcome: 'XRP' }, 'ru', '1 XRP = 200 ₽'],
  ['0.005', { income: 'RUB', outcome: 'XRP' }, 'en', '1 XRP = 200 RUB'],
  ['0.5', { income: 'USDT', outcome: 'XRP' }, 'en', '1 XRP = 2 USDT'],
  ['1.170299', { income: 'EUR', outcome: 'USDT' }, 'ru', '1 € = 1,1702 USDT'],
  ['80.004', { income: 'USDT', outcome: 'RUB' }, 'ru', '1 USDT = 80,00 ₽'],
  ['0', { income: 'USDT', outcome: 'XRP' }, 'en', '1 USDT = 0 XRP'],
] as const)('shows the rate %s of %j in the direction it reads well in', (rate, pair, locale, line) => {
  expect(formatRate(rate, pair, locale)).toBe(line);
});

it('shows two rates side by side in one direction, that of the first', () => {
  const pair = { income: 'RUB', outcome: 'USDT' };
  expect(formatRate('0.1002', pair, 'en', '0.0998')).toBe('1 USDT = 9.98 RUB');
  expect(formatRate('0.998', { income: 'EUR', outcome: 'USD' }, 'en', '1.02')).toBe('1 EUR = 0.998 USD');
});
