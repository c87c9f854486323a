import { expect, it } from 'vitest';
import * as col from './columns.ts';
import { OIDS } from './driver-types.ts';
import { extendRow, rowType } from './row.ts';
import sql from 'sql-template-tag';

const Wallet = rowType({ id: col.text, heldAmount: col.amount, endsAt: col.nullable(col.instant) });
const field = (name: string, dataTypeID: number) => ({
  name,
  dataTypeID,
  tableID: 0,
  columnID: 0,
  dataTypeSize: 0,
  dataTypeModifier: 0,
  format: 'text',
});
const FIELDS = [field('id', OIDS.UUID), field('heldAmount', OIDS.NUMERIC), field('endsAt', OIDS.TIMESTAMPTZ)];
const read = (values: Readonly<Record<string, unknown>>, fields = FIELDS) =>
  Wallet.read({ fields, rows: [{ id: 'a', heldAmount: '7', endsAt: null, ...values }] });

it('converts the driver’s values', () => {
  expect(read({ heldAmount: '123456789012345678901', endsAt: new Date(5) })).toEqual([
    { id: 'a', heldAmount: 123_456_789_012_345_678_901n, endsAt: 5 },
  ]);
});

it('writes the select list from the declaration', () => {
  expect(Wallet.list.text).toBe('id,held_amount as "heldAmount",ends_at as "endsAt"');
  expect(extendRow(Wallet, { isOpen: col.computed(col.bool, sql`ended is null`) }).list.text).toContain('ended is null as "isOpen"');
});

it.each([
  ['a fraction', { heldAmount: '7.5' }, 'heldAmount: not whole'],
  ['a null', { id: null }, 'id: null'],
])('refuses %s and names the column, not the value', (_, values, message) => {
  expect(() => read(values)).toThrow(new Error(message));
});

it('refuses a renamed or retyped column, also without rows', () => {
  expect(() => Wallet.read({ fields: FIELDS.slice(1), rows: [] })).toThrow('id: not in the result');
  expect(() => Wallet.read({ fields: [field('id', OIDS.INT4), ...FIELDS.slice(1)], rows: [] })).toThrow('id: of type 23');
});

it('reads closed lists and arrays', () => {
  const Listed = rowType({ kinds: col.arrayOf(col.oneOf(['a', 'b'])) });
  expect(Listed.read({ fields: [field('kinds', 1009)], rows: [{ kinds: ['b', 'a'] }] })).toEqual([{ kinds: ['b', 'a'] }]);
  expect(() => Listed.read({ fields: [field('kinds', 1009)], rows: [{ kinds: ['c'] }] })).toThrow('kinds: not in the list');
});
