import { expect, test } from 'vitest';
import { excludedIn, NO_COUNTRY_RULES, countryRefusal } from './country-rules.ts';

const RULES = { version: 3, everywhere: ['XMR'], byCountry: { DE: ['RUB'] } };
const PAIR = { currencies: { income: 'RUB', outcome: 'USDT' }, denied: ['US'] };

test('excluded currencies are the union of everywhere and the country; without a country only everywhere', () => {
  expect([...excludedIn(RULES, 'DE')]).toEqual(['XMR', 'RUB']);
  expect([...excludedIn(RULES, 'FR')]).toEqual(['XMR']);
  expect([...excludedIn(RULES, null)]).toEqual(['XMR']);
  expect([...excludedIn(NO_COUNTRY_RULES, 'constructor')]).toEqual([]);
});

test.each([
  ['DE', { reason: 'currency_excluded', side: 'income', currency: 'RUB', isEverywhere: false }],
  ['US', { reason: 'direction_denied' }],
  ['FR', null],
  [null, null],
])('a pair in %s', (country, refusal) => {
  expect(countryRefusal(country, RULES, PAIR)).toEqual(refusal);
});

test('a currency excluded everywhere is also closed to visitors of an unknown country', () => {
  const pair = { ...PAIR, currencies: { income: 'RUB', outcome: 'XMR' } };
  const refused = { reason: 'currency_excluded', side: 'outcome', currency: 'XMR', isEverywhere: true };
  expect([
    countryRefusal(null, RULES, pair),
    countryRefusal('DE', RULES, { ...pair, currencies: { income: 'XMR', outcome: 'USDT' } }),
  ]).toEqual([refused, { ...refused, side: 'income' }]);
});
