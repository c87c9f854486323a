import { expect, it } from 'vitest';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { presentCoin } from './read-stats.ts';
import type { StoredCoin } from './store.ts';

const system = (asset: string, marketSymbol: string, name: string) =>
  ({ kind: 'crypto', asset, marketSymbol, name: { ru: `${name} по-русски`, en: name } }) as PaymentSystem;
const SYSTEMS = [system('USDT.TON', 'USDT', 'Tether TON'), system('GRAM', 'GRAM', 'Gram (TON)')];

it('a coin has the name of its payment system, or the provider’s name without one', () => {
  const named = (symbol: string, name: string, locale: 'ru' | 'en') =>
    presentCoin({ symbol, name, asOf: 0, week: [] } as unknown as StoredCoin, { systems: SYSTEMS, locale, now: 0 }).name;
  expect(named('GRAM', 'Toncoin', 'en')).toBe('Gram (TON)');
  expect(named('GRAM', 'Toncoin', 'ru')).toBe('Gram (TON) по-русски');
  expect(named('USDT', 'Tether', 'ru')).toBe('Tether');
  expect(named('ZZZ', 'Nobody’s', 'en')).toBe('Nobody’s');
});
