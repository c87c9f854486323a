import fc from 'fast-check';
import { isValidIBAN } from 'ibantools';
import { expect, test } from 'vitest';
import { isIban, normaliseIban } from './iban.ts';

/** Examples of the public SWIFT registry. */
const VALID = [
  'GB29NWBK60161331926819',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'ES9121000418450200051332',
  'IT60X0542811101000000123456',
  'CH9300762011623852957',
  'PL61109010140000071219812874',
  'KZ86125KZT5004100100',
  'UA213223130000026007233566001',
  'MT84MALT011000012345MTLCAST001S',
  'NO9386011117947',
  'EE382200221020145685',
  'LV80BANK0000435195001',
  'LT121000011101001000',
] as const;

test.each(VALID)('%s', (iban) => {
  expect(isIban(iban)).toBe(true);
  expect(isValidIBAN(iban)).toBe(true);
});

test('spaces and case do not matter', () => expect(normaliseIban('gb29 nwbk 6016-1331 9268 19')).toBe('GB29NWBK60161331926819'));

test.each([
  'GB29NWBK60161331926818',
  'GB29NWBK6016133192681',
  'US29NWBK60161331926819',
  'gb29nwbk60161331926819',
  'DE00370400440532013000',
  '',
])('refuses %s', (iban) => {
  expect(isIban(iban)).toBe(false);
});

test('any single changed digit is caught', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VALID), fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, seed, by) => {
      const places = [...iban].flatMap((character, index) => (/[0-9]/.test(character) ? [index] : []));
      const at = places[seed % places.length] ?? 2;
      const wrong = iban.slice(0, at) + String((Number(iban[at]) + by) % 10) + iban.slice(at + 1);
      expect(isIban(wrong)).toBe(false);
    }),
  );
});
