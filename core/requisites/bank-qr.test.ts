import { describe, expect, it } from 'vitest';
import { bankQrOf, bankQrPayload } from './bank-qr.ts';

/** The example of GOST R 56042-2014, without the fields of its payer. */
const EXAMPLE = {
  name: 'ООО «Три кита»',
  personalAcc: '40702810138250123017',
  bankName: 'ОАО "БАНК"',
  bic: '044525225',
  correspAcc: '30101810400000000225',
  sum: 100_000n,
  purpose: 'Оплата членского взноса',
};

describe('the payment QR code of GOST R 56042-2014', () => {
  it('is that of the published example', () => {
    expect(bankQrPayload(EXAMPLE)).toBe(
      'ST00012|Name=ООО «Три кита»|PersonalAcc=40702810138250123017|BankName=ОАО "БАНК"|BIC=044525225|CorrespAcc=30101810400000000225|Sum=100000|Purpose=Оплата членского взноса',
    );
  });

  it('is separated by a character that no value contains', () => {
    expect(bankQrPayload({ ...EXAMPLE, bankName: 'ОАО | "БАНК"' })).toBe(
      'ST00012~Name=ООО «Три кита»~PersonalAcc=40702810138250123017~BankName=ОАО | "БАНК"~BIC=044525225~CorrespAcc=30101810400000000225~Sum=100000~Purpose=Оплата членского взноса',
    );
    expect(bankQrPayload({ ...EXAMPLE, name: '|~^#$%&*+@;:!' })).toBeNull();
  });

  it.each([
    ['no name', { name: '' }],
    ['a name above 160 characters', { name: 'a'.repeat(161) }],
    ['no bank', { bankName: '' }],
    ['a short account', { personalAcc: '4070281013825012301' }],
    ['a BIK of eight digits', { bic: '04452522' }],
    ['no correspondent account', { correspAcc: '' }],
    ['no sum', { sum: 0n }],
    ['mandatory fields above 300 bytes', { name: 'Ж'.repeat(100) }],
  ])('does not exist with %s', (_name, change) => {
    expect(bankQrPayload({ ...EXAMPLE, ...change })).toBeNull();
  });

  it('cuts the name of the bank and the purpose at their lengths', () => {
    const payload = bankQrPayload({ ...EXAMPLE, bankName: 'Б'.repeat(46), purpose: 'п'.repeat(211) }) ?? '';
    expect(payload).toContain(`|BankName=${'Б'.repeat(45)}|`);
    expect(payload.endsWith(`|Purpose=${'п'.repeat(210)}`)).toBe(true);
    expect(bankQrPayload({ ...EXAMPLE, purpose: '' })).not.toContain('Purpose');
  });

  it('is made of the lines of payment instructions', () => {
    const lines = [
      { key: 'account', value: EXAMPLE.personalAcc },
      { key: 'bik', value: EXAMPLE.bic },
      { key: 'bank', value: EXAMPLE.bankName },
      { key: 'recipient', value: EXAMPLE.name },
      { key: 'corr_account', value: EXAMPLE.correspAcc },
      { key: 'purpose', value: EXAMPLE.purpose },
    ];
    expect(bankQrOf(lines, 100_000n)).toBe(bankQrPayload(EXAMPLE));
    expect(bankQrOf(lines.slice(0, 4), 100_000n)).toBeNull();
    expect(bankQrOf([{ key: 'card_number', value: '2200000000000004' }], 100_000n)).toBeNull();
  });
});
