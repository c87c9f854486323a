import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from './amount.ts';
import { tidyAmount } from './tidy-amount.ts';

const NBSP = '\u00A0';

describe('a copied amount', () => {
  test.each([
    [`1${NBSP}234,56${NBSP}₽`, `1${NBSP}234,56`],
    ['1 234,56 руб.', '1 234,56'],
    ['1 234 р.', '1 234'],
    ['500 USDT', '500'],
    ['500USDT', '500'],
    ['500 USDT (TRC20)', '500'],
    ['500 USDT-TRC20', '500'],
    ['$1,234.50', '1234.50'],
    ['€ 1.234,50', '1234,50'],
    ['USDT 500', '500'],
    ['0.015 BTC', '0.015'],
    ["1'234.5", '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567,8', '1234567,8'],
    ['12.', '12.'],
    ['12, ₽', '12,'],
    ['5 000 тенге', '5 000'],
    ['5 000 тнг', '5 000'],
    ['۵۰۰۰۰', '50000'],
    ['٥٠٠٠٠', '50000'],
    ['۵۰٬۰۰۰٫۵', '50000.5'],
    ['٥٠ ٠٠٠,٥٠ ₽', '50 000,50'],
  ])('%s', (copied, expected) => expect(tidyAmount(copied)).toBe(expected));
});

describe('is not guessed', () => {
  // A multiplier is not a currency: reading 50 would be a thousandth of the meant amount
  test.each(['50 тыс', '50 тыс.', '50 Тыс. руб', '20к', '1,5 млн', '3 т', '2 mln', '20k'])('%s', (text) =>
    expect(tidyAmount(text)).toBe(text),
  );
  test.each(['1,234', '1.234', '1e3', '0x10', '-5', '+5', 'NaN', '１２', '1,23,4', '1.2.3', '12,34.56', '', ' ', '5 5', '1 USDT 2'])(
    '%s',
    (text) => {
      expect(tidyAmount(text)).toBe(text);
    },
  );
});

test('a text that could be parsed before has the same meaning afterwards', () => {
  const decimals = { scale: 8, precision: 8 };
  const inputs = fc.stringMatching(/^[0-9 .,]{1,18}$/);
  fc.assert(
    fc.property(inputs, (text) => {
      const before = parseAmount(text, decimals);
      const after = parseAmount(tidyAmount(text), decimals);
      expect(before.ok ? after : before).toEqual(before);
    }),
    { numRuns: 5000 },
  );
});
