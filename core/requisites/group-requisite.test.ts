import { describe, expect, it } from 'vitest';
import { REQUISITE_FIELD_KINDS } from '#core/payment-system/requisite-field.ts';
import { groupRequisite, offerKind } from './group-requisite.ts';

describe('a grouped requisite', () => {
  it.each([
    ['card', '2200009216090303', '2200 0092 1609 0303'],
    ['card', '371449635398431', '3714 496353 98431'],
    ['card', '2200000000000000003', '2200 0000 0000 0000 003'],
    ['bank_account', '40817810300000000001', '4081 7810 3000 0000 0001'],
    ['iban', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ['phone', '+79161234567', '+7 916 123 45 67'],
    ['phone', '+380671234567', '+380671234567'],
    ['wallet', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TR7N Hqje KQxG TCi8 q8ZY 4pL8 otSz gjLj 6t'],
    ['wallet', '0xdAC17F958D2ee523a2206206994597C13D831ec7', '0xdAC1 7F95 8D2e e523 a220 6206 9945 97C1 3D83 1ec7'],
    ['wallet', 'P123456789012', 'P 1234 5678 9012'],
    ['wallet', '4100112233445566', '4100 1122 3344 5566'],
    ['wallet', 'someone@example.org', 'someone@example.org'],
    ['full_name', 'IVAN PETROV', 'IVAN PETROV'],
    ['memo', '104857600', '104857600'],
    ['card', '220220•••0008', '220220•••0008'],
  ] as const)('%s %s reads %s', (kind, value, shown) => {
    expect(groupRequisite(kind, value).join(' ')).toBe(shown);
  });

  it('loses and adds no character', () => {
    const odd = ['', ' ', '2200 0092', 'é𝒜•', '0x', 'Z1', '+7', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'a\nb'];
    for (const kind of REQUISITE_FIELD_KINDS) for (const value of odd) expect(groupRequisite(kind, value).join('')).toBe(value);
  });

  it('has the kind of its label in payment instructions', () => {
    expect(['card_number', 'address', 'recipient', 'toString'].map(offerKind)).toEqual(['card', 'wallet', 'text', 'text']);
  });
});
