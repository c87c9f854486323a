import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import { makeRequisiteField } from '#tests/make/requisite-field.ts';
import { DirectionDocument } from './office/catalogue/direction-document.ts';
import { PaymentSystemDocument } from './office/catalogue/payment-system-document.ts';

const cardField = (changes: Partial<RequisiteField> = {}): RequisiteField =>
  makeRequisiteField({ key: 'card_number', kind: 'card', label: { ru: 'Карта', en: 'Card' }, ...changes });

const asDocument = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)));

const problems = (schema: z.ZodMiniType, value: unknown): string[] => {
  const parsed = schema.safeParse(asDocument(value));
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('/')} ${message}`);
};
const ofSystem = (changes: Partial<PaymentSystem>) =>
  problems(PaymentSystemDocument, { ...makePaymentSystem({ code: 'SBERRUB', outcomeFields: [cardField()] }), ...changes });
const ofDirection = (changes: Partial<Direction>) =>
  problems(DirectionDocument, { ...makeDirection({ incomeCode: 'SBERRUB', outcomeCode: 'BTC' }), ...changes });

describe('a payment system as it may be saved', () => {
  it('is valid as the builders make it, and its money is parsed to integers', () => {
    expect(ofSystem({})).toEqual([]);
    const system = makePaymentSystem({ code: 'SBERRUB', outcomeFields: [cardField()] });
    expect(PaymentSystemDocument.parse(asDocument(system))).toEqual(system);
  });

  it.each<[Partial<PaymentSystem>, string]>([
    [{ code: 'sber rub' }, 'code code'],
    [{ name: { ru: ' ', en: 'x' } }, 'name/ru required'],
    [{ name: { ru: 'а\u202eб', en: 'x' } }, 'name/ru invisible'],
    [{ name: { ru: 'а\r\nBcc: x', en: 'x' } }, 'name/ru invisible'],
    [{ precision: 3 }, 'precision precision_above_scale'],
    [{ maxAmount: 99_999n }, 'maxAmount least_above_most'],
    [{ networkFee: 100_000n }, 'minAmount below_network_fee'],
    [{ kind: 'crypto' }, 'network network_of_crypto'],
    [{ stage: 'draft' }, 'incomeEnabled not_ready'],
    [{ stage: 'archived', incomeEnabled: false }, 'outcomeEnabled not_ready'],
    [{ outcomeFields: [] }, 'outcomeFields nothing_to_pay_to'],
    [{ outcomeFields: [cardField(), cardField()] }, 'outcomeFields field_keys'],
    [{ outcomeFields: [cardField({ pattern: '^(a+)+$' })] }, 'outcomeFields/0/pattern pattern'],
    [{ outcomeFields: [cardField({ pattern: '[0-9]+' })] }, 'outcomeFields/0/pattern pattern'],
    [{ outcomeFields: [cardField({ minLength: 9, maxLength: 8 })] }, 'outcomeFields/0/maxLength least_above_most'],
    [{ outcomeFields: [cardField({ countries: ['DE', 'XX'] })] }, 'outcomeFields/0/countries/1 country'],
    [{ mark: { monogram: '₸', tint: 'fern' } }, 'mark/monogram monogram'],
    [{ mark: { monogram: 'K', tint: 'constructor' } }, 'mark/tint tint'],
  ])('is refused with %o', (changes, problem) => expect(ofSystem(changes)).toContain(problem));
});

describe('a direction as it may be saved', () => {
  it('is valid as the builders make it', () => expect(ofDirection({})).toEqual([]));

  it.each<[Partial<Direction>, string]>([
    [{ outcomeCode: 'SBERRUB' }, 'outcomeCode same_system'],
    [{ marginPpm: -100_001 }, 'marginPpm margin'],
    [{ minIncome: 2n, maxIncome: 1n }, 'maxIncome least_above_most'],
    [
      {
        steps: [
          { fromIncome: 2n, marginPpm: 1 },
          { fromIncome: 2n, marginPpm: 0 },
        ],
      },
      'steps ascending',
    ],
    [{ deniedCountries: ['RUS'] }, 'deniedCountries/0 country'],
    [{ paymentWindowMs: 1 }, 'paymentWindowMs window'],
    [{ etaMinutes: 0 }, 'etaMinutes eta'],
    [{ workHours: [] }, 'workHours hours'],
    [{ monitorRule: { place: 1, leastMarginPpm: 2, mostMarginPpm: 1 } }, 'monitorRule least_above_most'],
    [{ conditions: { ru: 'Только для своих', en: '' } }, 'conditions/en required'],
  ])('is refused with %o', (changes, problem) => expect(ofDirection(changes)).toContain(problem));
});

it('any input is answered with a result and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const schema of [PaymentSystemDocument, DirectionDocument]) expect(typeof schema.safeParse(value).success).toBe('boolean');
    }),
  );
});
