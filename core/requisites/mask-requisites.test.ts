import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REQUISITE_FIELD_KINDS, type RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';
import { makeRequisiteField } from '#tests/make/requisite-field.ts';
import { maskEmail, maskRequisites } from './mask-requisites.ts';

const field = (kind: RequisiteFieldKind) => makeRequisiteField({ key: 'x', kind });
const mask = (kind: RequisiteFieldKind, value: string) => maskRequisites([field(kind)], { x: value })['x'];

test.each([
  ['card', '4111111111111111', '411111•••1111'],
  ['phone', '+79161231234', '+7 ••• •••-12-34'],
  ['phone', '+380501234567', '+38 ••• •••-45-67'],
  ['full_name', 'John Smith', 'J••• S•••'],
  ['wallet', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7NHq•••Lj6t'],
  ['wallet', 'U123456789012', 'U1•••012'],
  ['email', 'ivan.petrov@mail.ru', 'i•••v@mail.ru'],
  ['iban', 'GB29NWBK60161331926819', 'GB29•••6819'],
  ['memo', '42', '4•••'],
] as const)('%s %s -> %s', (kind, value, expected) => expect(mask(kind, value)).toBe(expected));

test('a short mailbox is not shown in full', () => expect(maskEmail('ab@x.ru')).toBe('a•••@x.ru'));

test('a mask never contains the whole value', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...REQUISITE_FIELD_KINDS),
      fc.string({ minLength: 2, maxLength: 60, unit: fc.constantFrom(...'abcdef0123456789') }),
      (kind, value) => {
        expect(mask(kind, value)).not.toContain(value);
      },
    ),
  );
});

test('values of unknown keys are dropped', () => expect(maskRequisites([field('text')], { y: 'secret' })).toEqual({}));
