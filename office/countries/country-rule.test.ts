import { expect, test } from 'vitest';
import { changeOfRule } from './country-rule.ts';

const KNOWN = { country: 'DE', currencies: ['RUB', 'USDT'] };

test('creates a rule, changes only its currencies, removes it without currencies, and ignores an unchanged rule', () => {
  expect(changeOfRule('DE', ['RUB'], undefined)).toMatchObject({ key: 'DE', before: null, after: { country: 'DE', currencies: ['RUB'] } });
  expect(changeOfRule('DE', ['XMR', 'RUB'], KNOWN)).toMatchObject({
    before: { currencies: ['RUB', 'USDT'] },
    after: { currencies: ['RUB', 'XMR'] },
  });
  expect(changeOfRule('DE', [], KNOWN)).toMatchObject({ before: KNOWN, after: null });
  expect(changeOfRule('DE', ['USDT', 'RUB'], KNOWN)).toBeUndefined();
  expect(changeOfRule('DE', [], undefined)).toBeUndefined();
});
