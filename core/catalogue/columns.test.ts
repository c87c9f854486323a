import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { guardCell, unguardCell } from '#core/format/csv.ts';
import { percentOfPpm, ppmOfPercent } from '#core/money/percent.ts';
import { DIRECTION_COLUMNS, PAYMENT_SYSTEM_COLUMNS, readRow, writeRow } from './columns.ts';

const documentOf = (value: unknown): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))) as Readonly<
    Record<string, unknown>
  >;
const named = (columns: typeof DIRECTION_COLUMNS, cells: readonly string[]) =>
  Object.fromEntries(columns.map(({ name }, i) => [name, cells[i] ?? '']));
const cents = { scale: 2, precision: 2 };
const satoshi = { scale: 8, precision: 6 };
const decimals = { amount: satoshi, income_amount: cents, outcome_amount: satoshi };

describe('cells', () => {
  it('a guarded text is not a formula, and every text is restored (quality R53)', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("='1", "''=x", "'-1", '=1+1', '-5', '@cmd', '\t=1', '\r\n', "'", ''));
    fc.assert(
      fc.property(text, (cellText) => {
        expect(guardCell(cellText)).not.toMatch(/^[=+\-@\t\r]/);
        expect(unguardCell(guardCell(cellText))).toBe(cellText);
      }),
    );
  });

  it('a percentage is restored to the last part per million', () =>
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 500_000 }), (ppm) => {
        expect(ppmOfPercent(percentOfPpm(ppm)) === ppm).toBe(true);
      }),
    ));

  it.each([
    ['2,5 %', 25_000],
    ['−0.3', -3_000],
    ['1.23456', undefined],
    ['two', undefined],
    ['1e3', undefined],
  ])('reads %s', (text, ppm) => expect(ppmOfPercent(text)).toBe(ppm));
});

describe('rows', () => {
  it('any direction is restored unchanged', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 24n });
    const margin = fc.integer({ min: -100_000, max: 500_000 });
    const direction = fc.record({
      marginPpm: margin,
      minIncome: fc.option(amount),
      outcomeFeeFixed: amount,
      steps: fc.array(fc.record({ fromIncome: amount, marginPpm: margin }), { maxLength: 3 }),
      paymentWindowMs: fc.integer({ min: 1, max: 100_000 }).map((seconds) => seconds * 1_000),
      conditions: fc.option(fc.record({ ru: fc.constantFrom('=Только', 'да;нет\n"x"'), en: fc.constantFrom('Only', '+1') })),
      deniedCountries: fc.subarray(['DE', 'FR', 'US']),
      workHours: fc.constantFrom(null, [{ fromMinute: 60, toMinute: 600, days: null }]),
    });
    fc.assert(
      fc.property(direction, (changes) => {
        const document = documentOf(makeDirection({ incomeCode: 'SBERRUB', outcomeCode: 'BTC', ...changes }));
        const cells = writeRow(DIRECTION_COLUMNS, document, decimals).map((cell) => unguardCell(guardCell(cell)));
        expect(readRow(DIRECTION_COLUMNS, named(DIRECTION_COLUMNS, cells), decimals)).toEqual({ members: document, invalidCells: [] });
      }),
    );
  });

  it('a payment system is restored unchanged', () => {
    const document = documentOf(
      makePaymentSystem({ code: 'BTC', kind: 'crypto', network: 'BTC', aliases: ['биток', 'btc'], scale: 8, precision: 6, minAmount: 1n }),
    );
    const cells = writeRow(PAYMENT_SYSTEM_COLUMNS, document, decimals);
    expect(readRow(PAYMENT_SYSTEM_COLUMNS, named(PAYMENT_SYSTEM_COLUMNS, cells), decimals)).toEqual({
      members: document,
      invalidCells: [],
    });
  });

  it('changes only the columns of the file, and names every invalid cell', () => {
    expect(readRow(DIRECTION_COLUMNS, { margin_percent: '2,5', min_income: '' }, decimals)).toEqual({
      members: { marginPpm: 25_000, minIncome: null },
      invalidCells: [],
    });
    const cells = { margin_percent: 'x', steps: '{', enabled: 'maybe', outcome_fee: '1.123456789', eta_minutes: '-1' };
    expect(readRow(DIRECTION_COLUMNS, cells, decimals).invalidCells.map(({ column, problem }) => `${column} ${problem}`)).toEqual([
      'enabled flag',
      'margin_percent percent',
      'outcome_fee amount',
      'eta_minutes whole_number',
      'steps json',
    ]);
    expect(readRow(DIRECTION_COLUMNS, { min_income: '5' }, { ...decimals, income_amount: undefined }).invalidCells).toEqual([
      { column: 'min_income', problem: 'unknown_system' },
    ]);
  });
});
