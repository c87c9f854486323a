import { expect, test } from 'vitest';
import { itemOf } from './country-rule.ts';

const KNOWN = { country: 'DE', currencies: ['RUB', 'USDT'] };

test('a rule is made, changed by its currencies alone, taken away when it names none, and left alone where nothing changes', () => {
  expect(itemOf('DE', ['RUB'], undefined)).toMatchObject({ key: 'DE', before: null, after: { country: 'DE', currencies: ['RUB'] } });
  expect(itemOf('DE', ['XMR', 'RUB'], KNOWN)).toMatchObject({
    before: { currencies: ['RUB', 'USDT'] },
    after: { currencies: ['RUB', 'XMR'] },
  });
  expect(itemOf('DE', [], KNOWN)).toMatchObject({ before: KNOWN, after: null });
  expect(itemOf('DE', ['USDT', 'RUB'], KNOWN)).toBeUndefined();
  expect(itemOf('DE', [], undefined)).toBeUndefined();
});
