import { describe, expect, test } from 'vitest';
import { LOCALES } from '#core/locale.ts';
import { markTint } from '#core/brand/mark.ts';
import { stepOf } from '#core/money/decimals.ts';
import { PAYMENT_SYSTEM_KINDS, type PaymentSystem } from '#core/payment-system/payment-system.ts';
import { PaymentSystemDocument } from '#contract/office/catalogue/payment-system-document.ts';
import { checkAddressShape, isAddressNetwork } from '#core/requisites/address-shape.ts';
import { checkRequisites } from '#core/requisites/check-requisites.ts';
import { checkAddress } from '#server/payment-systems/check-address.ts';
import { railServes } from './entry.ts';
import { fromLibrary, LIBRARY_CODES } from './library.ts';

const known = (code: string): PaymentSystem => {
  const system = fromLibrary(code, 'manual');
  if (!system) throw new Error(`no such payment system: ${code}`);
  return system;
};
const LIBRARY = LIBRARY_CODES.map(known);

test('at least 60 payment systems of every kind, each once', () => {
  expect(LIBRARY.length).toBeGreaterThanOrEqual(60);
  expect(new Set(LIBRARY_CODES).size).toBe(LIBRARY.length);
  expect(new Set(LIBRARY.map((system) => system.kind))).toEqual(new Set(PAYMENT_SYSTEM_KINDS));
  expect(fromLibrary('toString', 'manual')).toBeUndefined();
});

describe.each(LIBRARY.map((system) => [system.code, system] as const))('%s', (code, system) => {
  test('has names, a mark and aliases in both languages', () => {
    const texts = [system.name, ...[...system.incomeFields, ...system.outcomeFields].map((field) => field.label)];
    for (const text of texts) for (const locale of LOCALES) expect(text[locale]).not.toBe('');
    expect(system.aliases.some((alias) => /[а-я]/.test(alias)) && system.aliases.some((alias) => /[a-z]/.test(alias))).toBe(true);
    // Letters in every font subset: a sign such as the tenge's would be an empty box
    expect(system.mark.monogram).toMatch(/^[A-Za-zА-Яа-я0-9$€]{1,3}$/u);
    expect(system.mark.tint === 'neutral' || markTint(system.mark.tint) !== markTint('neutral')).toBe(true);
    expect(code).toMatch(/^[A-Z][A-Z0-9]{1,15}$/);
  });

  test('is a valid document', () => {
    const document: unknown = JSON.parse(
      JSON.stringify(system, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)),
    );
    expect(PaymentSystemDocument.parse(document)).toEqual(system);
  });

  test('accepts the examples of its fields on the server and in the form', () => {
    for (const fields of [system.incomeFields, system.outcomeFields]) {
      expect(fields.filter((field) => field.example === null)).toEqual([]);
      const values = Object.fromEntries(fields.map((field) => [field.key, field.example ?? '']));
      for (const check of [checkAddress, checkAddressShape]) {
        expect(checkRequisites({ fields, values, noMemo: false, checkAddress: check })).toEqual({ ok: true, value: values });
      }
    }
  });

  test('has outcome fields with unique keys', () => {
    expect(system.outcomeFields.some((field) => field.required)).toBe(true);
    for (const fields of [system.incomeFields, system.outcomeFields])
      expect(new Set(fields.map((field) => field.key)).size).toBe(fields.length);
  });

  test('has limits in its precision above the network fee, and is closed at first', () => {
    const step = stepOf(system);
    for (const amount of [system.minAmount, system.maxAmount, system.networkFee]) expect(amount % step).toBe(0n);
    expect(system.minAmount).toBeGreaterThan(system.networkFee);
    expect(system.maxAmount).toBeGreaterThan(system.minAmount);
    expect([system.incomeEnabled, system.outcomeEnabled]).toEqual([false, false]);
  });

  test('has a contract that is an address of its network', () => {
    const contract = fromLibrary(code, 'evm')?.railSettings['contract'];
    if (contract === undefined) return;
    expect(system.network !== null && isAddressNetwork(system.network)).toBe(true);
    // Well-formed with a valid checksum, and refused as a destination
    expect(checkAddress(system.network ?? '', contract)).toBe('contract');
  });
});

test('one asset has one scale, and one symbol is one currency', () => {
  const scaleOf = new Map<string, number>();
  for (const { asset, scale, marketSymbol, currency } of LIBRARY) {
    expect(scaleOf.get(asset) ?? scale).toBe(scale);
    scaleOf.set(asset, scale);
    expect(marketSymbol).toBe(currency);
  }
});

test('the evm rail serves coins and tokens of EVM chains, the manual rail serves all', () => {
  const served = LIBRARY.filter((system) => railServes('evm', system)).map(({ code }) => code);
  expect(served).toEqual(expect.arrayContaining(['ETH', 'USDTERC20', 'USDCERC20']));
  expect(served.filter((code) => !/^[1-9]\d*$/.test(fromLibrary(code, 'evm')?.railSettings['chain_id'] ?? ''))).toEqual([]);
  expect(fromLibrary('USDTERC20', 'evm')?.railSettings['chain_id']).toBe('1');
  expect(served).not.toEqual(expect.arrayContaining(['BTC']));
  expect(served).not.toEqual(expect.arrayContaining(['SBERRUB']));
  expect(LIBRARY.every((system) => railServes('manual', system))).toBe(true);
});
