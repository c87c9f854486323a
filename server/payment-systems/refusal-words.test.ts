import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOCALES } from '#core/locale.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { checkAddress } from './check-address.ts';
import { DEMO_PAYMENT_SYSTEMS } from './demo.ts';

const FIELDS = DEMO_PAYMENT_SYSTEMS.flatMap((system) => [...system.incomeFields, ...system.outcomeFields]);
const TEMPTING = [
  '',
  'x',
  '1',
  '4111111111111112',
  '12345678901234567890',
  'x'.repeat(201),
  'Иван 2',
  'a\u0000b',
  '044525974',
  'GB00',
  'U1',
] as const;

test('every refusal of requisites has a text in both languages', () => {
  const t = createTranslate();
  const messageKeys = new Set<string>();
  const value = fc.oneof(fc.constantFrom(...TEMPTING), fc.string({ maxLength: 70 }));
  fc.assert(
    fc.property(fc.constantFrom(...FIELDS), value, (field, text) => {
      const answer = checkRequisites({ fields: [field], values: { [field.key]: text }, noMemo: false, checkAddress });
      for (const { code, message, params } of answer.ok ? [] : answer.refusals) {
        const key = `refusals.detail.${message ?? code}`;
        messageKeys.add(message ?? code);
        for (const locale of LOCALES) {
          const sentence = t(locale, key, params);
          expect(sentence).not.toBe(`detail.${message ?? code}`);
          expect(sentence).not.toContain('{{');
        }
      }
    }),
    { numRuns: 3000 },
  );
  for (const word of [
    'required',
    'max_length',
    'card_digits',
    'invalid_phone',
    'account_digits',
    'invalid_wallet_address',
    'memo_required',
  ])
    expect(messageKeys).toContain(word);
});

test('an account that does not match its BIK has a text', () => {
  const fields = FIELDS.filter((field) => field.kind === 'bank_account' || field.key === 'bik').slice(0, 2);
  const answer = checkRequisites({ fields, values: { account: '40602810700000000025', bik: '044525974' }, noMemo: false, checkAddress });
  expect(answer.ok ? [] : answer.refusals.map((refusal) => refusal.message)).toEqual(['bik_control']);
  for (const locale of LOCALES) expect(createTranslate()(locale, 'refusals.detail.bik_control')).not.toBe('detail.bik_control');
});
