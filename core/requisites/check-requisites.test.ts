import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import { makeRequisiteField } from '#tests/make/requisite-field.ts';
import { isCountry } from '#core/country/countries.ts';
import { checkAddressShape } from './address-shape.ts';
import { SEPA_COUNTRIES } from './iban.ts';
import { checkRequisites } from './check-requisites.ts';
import { matchesBik, passesLuhn } from './digits.ts';

const field = makeRequisiteField;

const check = (fields: RequisiteField | readonly RequisiteField[], values: Record<string, string>, noMemo?: 'no memo') =>
  checkRequisites({
    fields: Array.isArray(fields) ? fields : [fields],
    values,
    noMemo: noMemo !== undefined,
    checkAddress: checkAddressShape,
  });

/** The value of a single field, or the refusal as `code message`. */
function one(description: RequisiteField, text: string): string {
  const answer = check(description, { [description.key]: text });
  if (answer.ok) return answer.value[description.key] ?? '(absent)';
  const [refusal] = answer.refusals;
  expect(refusal?.field).toBe(description.key);
  return [refusal?.code, refusal?.message].filter(Boolean).join(' ');
}

const withLuhn = (body: string): string => {
  const last = '0123456789'.split('').find((digit) => passesLuhn(body + digit));
  return body + (last ?? '');
};
const digitsOf = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));

describe('card', () => {
  const card = field({ key: 'card_number', kind: 'card' });
  test('accepts 16 to 18 digits with group marks and returns digits', () => {
    expect(one(card, ' 4111 1111 1111 1111 ')).toBe('4111111111111111');
    expect(one(card, '4111-1111\u00A01111\u202F1111')).toBe('4111111111111111');
    expect(one(card, withLuhn('22022000000000000'))).toHaveLength(18);
  });
  test.each(['411111111111111', '4111111111111111112', 'abcd', '４１１１１１１１１１１１１１１１', '4111x11111111111'])(
    'refuses %s by its digits',
    (text) => {
      expect(one(card, text)).toBe('invalid_card_number card_digits');
    },
  );
  test('a system may set an exact number of digits (spec 5)', () => {
    const exact = field({ key: 'card_number', kind: 'card', digits: 16 });
    expect(one(exact, withLuhn('22022000000000000'))).toBe('invalid_card_number card_digits_exact');
    expect(one(exact, '4111111111111111')).toBe('4111111111111111');
  });
  test('prefixes that no scheme issues are refused', () => {
    for (const prefix of ['1', '7', '2205', '2220', '2721', '31', '9000']) {
      expect(one(card, withLuhn(prefix.padEnd(15, '4')))).toBe('invalid_card_number card_prefix');
    }
    for (const prefix of ['2200', '2204', '2221', '2720', '36', '4', '55', '62', '8600', '9860', '9112']) {
      expect(one(card, withLuhn(prefix.padEnd(15, '4')))).toHaveLength(16);
    }
  });
  test('zeros are not a card', () => expect(one(card, '0'.repeat(16))).toBe('invalid_card_number card_checksum'));
  test('any single wrong digit is caught', () => {
    fc.assert(
      fc.property(digitsOf(14), fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
        const number = withLuhn(`4${body}`);
        expect(one(card, number)).toBe(number);
        const wrong = number.slice(0, at) + String((Number(number[at]) + by) % 10) + number.slice(at + 1);
        expect(one(card, wrong)).toBe('invalid_card_number card_checksum');
      }),
    );
  });
});

describe('bank account', () => {
  const account = field({ key: 'account', kind: 'bank_account' });
  const bik = field({ key: 'bik', kind: 'text', pattern: '^04[0-9]{7}$', example: '044525225' });
  test('is 20 digits', () => {
    expect(one(account, '4060 2810 7000 0000 0025')).toBe('40602810700000000025');
    expect(one(account, '4060281070000000002')).toBe('invalid_bank_account account_digits');
    expect(one(account, '4060281070000000002A')).toBe('invalid_bank_account account_digits');
  });
  test('fits its BIK: the example of the Bank of Russia and a correspondent account', () => {
    expect(matchesBik('40602810700000000025', '049805746')).toBe(true);
    expect(matchesBik('30101810400000000225', '044525225')).toBe(true);
    expect(matchesBik('40602810700000000025', '044525974')).toBe(false);
    expect(check([account, bik], { account: '40602810700000000025', bik: '049805746' }).ok).toBe(true);
    expect(check([account, bik], { account: '40602810700000000025', bik: '044525974' })).toEqual({
      ok: false,
      refusals: [{ code: 'invalid_bank_account', message: 'bik_control', field: 'account' }],
    });
  });
  test('exactly one key digit of ten fits', () => {
    fc.assert(
      fc.property(digitsOf(8), digitsOf(11), digitsOf(7), (head, tail, bank) => {
        const keys = '0123456789'.split('').filter((key) => matchesBik(`4${head.slice(1)}${key}${tail}`, `04${bank}`));
        expect(keys).toHaveLength(1);
      }),
    );
  });
});

describe('phone', () => {
  const phone = field({ key: 'phone', kind: 'phone', example: '+79161234567' });
  test.each([
    ['8 (916) 123-45-67', '+79161234567'],
    ['+7 916 123 45 67', '+79161234567'],
    ['79161234567', '+79161234567'],
    ['9161234567', '+79161234567'],
    ['0049 30 123456', '+4930123456'],
    ['+380 50 123 45 67', '+380501234567'],
    ['+7 701 123 45 67', '+77011234567'],
  ])('%s -> %s', (text, expected) => expect(one(phone, text)).toBe(expected));
  test.each(['2161234567', '+7916123456', '+791612345678', '+7 116 123 45 67', '+0 123 456 789', 'phone', '+1234567', '+7916１234567'])(
    'refuses %s',
    (text) => {
      expect(one(phone, text)).toBe('invalid_format invalid_phone');
    },
  );
});

describe('email', () => {
  const email = field({ key: 'email', kind: 'email' });
  test.each([
    [' Ivan.Petrov+x@Mail.RU ', 'Ivan.Petrov+x@mail.ru'],
    ['a@пример.рф', 'a@пример.рф'],
    ["o'neil@sub.example.co.uk", "o'neil@sub.example.co.uk"],
  ])('%s -> %s', (text, expected) => expect(one(email, text)).toBe(expected));
  test.each([
    'a',
    'a@b',
    '@b.ru',
    'a@b..ru',
    'a..b@c.ru',
    '.a@c.ru',
    'a@-b.ru',
    'a b@c.ru',
    'a@c.1',
    `${'a'.repeat(65)}@c.ru`,
    'a@b@c',
    'a@b.ru,c@d.ru',
  ])('refuses %s', (text) => {
    expect(one(email, text)).toBe('invalid_format invalid_email');
  });
});

describe('full name', () => {
  const name = field({ key: 'full_name', kind: 'full_name' });
  test.each(['Иван Петров', 'Anna-Maria O’Neil', "D'Artagnan Charles", 'Алёна  Ёлкина'])('accepts %s', (text) => {
    expect(one(name, text)).toBe(text.replace(/\s+/g, ' '));
  });
  test('8 to 64 characters', () => {
    expect(one(name, 'Ян Ли')).toBe('too_short name_too_short');
    expect(one(name, 'Я'.repeat(65))).toBe('too_long name_too_long');
    expect(one(name, 'Я'.repeat(64))).toHaveLength(64);
  });
  test.each(['Ivan Petrov 2', 'Ivan_Petrov', '<b>Ivan Petrov</b>', '--------', 'Иван, Петров'])('refuses %s', (text) => {
    expect(one(name, text)).toBe('invalid_format invalid_full_name');
  });
});

describe('wallet', () => {
  test('an e-wallet matches its pattern, spaces dropped', () => {
    const wallet = field({ key: 'wallet', kind: 'wallet', pattern: '^U[0-9]{12}$', example: 'U123456789012' });
    expect(one(wallet, 'U 1234 5678 9012')).toBe('U123456789012');
    expect(one(wallet, 'u123456789012')).toBe('U123456789012');
    expect(one(wallet, 'E123456789012')).toBe('invalid_format wallet_pattern');
  });
  test('a TRON address in an ERC20 field is refused, and the other way round (R14)', () => {
    const erc20 = field({ key: 'address', kind: 'wallet', network: 'ERC20' });
    const trc20 = field({ key: 'address', kind: 'wallet', network: 'TRC20' });
    expect(one(erc20, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('invalid_wallet_address address_of_other_network');
    expect(one(trc20, '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('invalid_wallet_address address_of_other_network');
    const answer = check(erc20, { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    expect(answer.ok ? {} : answer.refusals[0]?.params).toEqual({ given: 'TRON', expected: 'Ethereum (ERC-20)' });
    expect(one(erc20, 'hello')).toBe('invalid_wallet_address');
  });
  test('the result of the address check becomes the refusal', () => {
    const btc = field({ key: 'address', kind: 'wallet', network: 'BTC' });
    const say = (verdict: 'malformed' | 'nobodys' | 'contract') => {
      const answer = checkRequisites({
        fields: [btc],
        values: { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
        noMemo: false,
        checkAddress: () => verdict,
      });
      return answer.ok ? undefined : answer.refusals[0]?.message;
    };
    expect(say('malformed')).toBe('address_checksum');
    expect(say('nobodys')).toBe('address_of_nobody');
    expect(say('contract')).toBe('address_of_contract');
  });
  test('an address is extracted from its payment link', () => {
    const btc = field({ key: 'address', kind: 'wallet', network: 'BTC' });
    expect(one(btc, 'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=0.1')).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect(one(btc, 'BITCOIN:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ')).toBe('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  });
  test('an unknown network has no addresses', () => {
    const odd = field({ key: 'address', kind: 'wallet', network: 'constructor' });
    expect(one(odd, 'anything')).toBe('invalid_wallet_address');
  });
  test('the given address check decides', () => {
    const btc = field({ key: 'address', kind: 'wallet', network: 'BTC' });
    const answer = checkRequisites({
      fields: [btc],
      values: { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
      noMemo: false,
      checkAddress: () => 'malformed',
    });
    expect(answer.ok).toBe(false);
  });
  test('bech32 in capitals becomes lower case', () => {
    const btc = field({ key: 'address', kind: 'wallet', network: 'BTC' });
    expect(one(btc, 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ')).toBe('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  });
});

describe('bank codes', () => {
  const swift = field({ key: 'swift', kind: 'text', pattern: '^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$', example: 'DEUTDEFF' });
  test('a SWIFT code names a country that exists', () => {
    expect(one(swift, 'deut de ff')).toBe('DEUTDEFF');
    expect(one(swift, 'DEUTZZFF')).toBe('invalid_format swift_country');
    expect(one(swift, 'DEUTD')).toBe('invalid_format text_pattern');
  });
  test('an IBAN of a country that is not served is refused with its name', () => {
    const sepa = field({ key: 'iban', kind: 'iban', countries: SEPA_COUNTRIES });
    expect(one(sepa, 'DE89 3704-0044 0532 0130 00')).toBe('DE89370400440532013000');
    expect(one(sepa, 'SA0380000000608010167519')).toBe('invalid_iban iban_country');
    expect(one(field({ key: 'iban', kind: 'iban' }), 'SA0380000000608010167519')).toBe('SA0380000000608010167519');
  });
  test('SEPA’s countries have IBANs', () => expect(SEPA_COUNTRIES.every((code) => isCountry(code))).toBe(true));
});

describe('memo', () => {
  const tag = field({ key: 'memo', kind: 'memo', network: 'XRP', pattern: '^[0-9]{1,10}$', example: '12345', mayBeAbsent: true });
  const refused = { ok: false, refusals: [{ code: 'memo_required', field: 'memo' }] };
  test('that is optional is entered or declared absent', () => {
    expect(check(tag, {})).toEqual(refused);
    expect(check(tag, {}, 'no memo')).toEqual({ ok: true, value: {} });
    expect(check(tag, { memo: '42' })).toEqual({ ok: true, value: { memo: '42' } });
  });
  test('a typed memo is used even when it was declared absent: leaving it out can lose money', () => {
    expect(check(tag, { memo: '42' }, 'no memo')).toEqual({ ok: true, value: { memo: '42' } });
  });
  test('that is required cannot be declared absent, one that is optional can be left out', () => {
    expect(check(field({ key: 'memo', kind: 'memo' }), {}, 'no memo')).toEqual(refused);
    expect(check(field({ key: 'memo', kind: 'memo', required: false }), {})).toEqual({ ok: true, value: {} });
  });
  test('an XRP tag is a 32-bit number', () => {
    expect(one(tag, '4294967295')).toBe('4294967295');
    expect(one(tag, '4294967296')).toBe('invalid_format memo_pattern');
    expect(one(tag, '12a')).toBe('invalid_format memo_pattern');
  });
});

describe('any field', () => {
  const text = field({ key: 'bank', kind: 'text', minLength: 2, maxLength: 10 });
  test('required, lengths, invoice id', () => {
    expect(one(text, '   ')).toBe('required');
    expect(one(text, 'a')).toBe('too_short min_length');
    expect(one(text, 'a'.repeat(11))).toBe('too_long max_length');
    expect(one(text, 'a'.repeat(100_000))).toBe('too_long max_length');
    expect(one(field({ key: 'invoice_id', kind: 'invoice_id' }), '')).toBe('required invoice_id_required');
  });
  test('hidden characters are refused', () => {
    for (const character of ['\u0000', '\u202E', '\u200B', '\uFEFF', '\n', '\uD800']) {
      expect(one(text, `ab${character}cd`)).toBe('invalid_format invalid_characters');
    }
  });
  test('every field is checked, unknown keys are dropped, and the prototype adds nothing', () => {
    const two = [text, field({ key: 'iban', kind: 'iban' })];
    const answer = check(two, { iban: 'GB82WEST12345698765433' });
    expect(answer.ok ? [] : answer.refusals.map((refusal) => refusal.field)).toEqual(['bank', 'iban']);
    expect(check(field({ key: 'toString', kind: 'text', required: false }), {})).toEqual({ ok: true, value: {} });
    expect(check(text, { bank: 'Банк', status: 'paid', ['__proto__']: 'x' })).toEqual({ ok: true, value: { bank: 'Банк' } });
  });
  test('no text makes the check throw, and an accepted value is accepted again unchanged', () => {
    const kinds = ['card', 'bank_account', 'iban', 'phone', 'email', 'wallet', 'memo', 'full_name', 'invoice_id', 'text'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.string({ unit: 'binary', maxLength: 260 }), (kind, value) => {
        const description = field({ key: 'x', kind, required: false });
        const first = check(description, { x: value });
        const again = first.ok ? check(description, first.value) : first;
        expect(again).toEqual(first);
      }),
      { numRuns: 2000 },
    );
  });
});
