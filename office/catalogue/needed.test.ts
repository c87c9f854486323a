import { expect, test } from 'vitest';
import { isColumnNeeded, isPartNeeded } from './needed.ts';

test('a network and confirmations belong to cryptocurrencies, and are shown elsewhere only when filled in', () => {
  expect(isColumnNeeded('network', { kind: 'card', network: '' }, {})).toBe(false);
  expect(isColumnNeeded('confirmations', { kind: 'card', confirmations: '0' }, {})).toBe(false);
  expect(isColumnNeeded('confirmations', { kind: 'card', confirmations: '3' }, {})).toBe(true);
  expect(isColumnNeeded('network', { kind: 'crypto', network: '' }, {})).toBe(true);
  expect(isColumnNeeded('min_amount', { kind: 'card' }, {})).toBe(true);
});

test('a field stays while it is being cleared', () => {
  const cells = { kind: 'card', network: '', digits: '' };
  expect(isColumnNeeded('network', cells, { network: '' })).toBe(true);
  expect(isColumnNeeded('network', cells, { confirmations: '' })).toBe(false);
  expect(isPartNeeded('digits', { kind: 'email', digits: '' }, new Set(['digits']))).toBe(true);
  expect(isPartNeeded('digits', { kind: 'email', digits: '' }, new Set(['pattern']))).toBe(false);
});

test('a requisite field has the parts of its kind', () => {
  const partsOf = (row: Readonly<Record<string, string>>) =>
    ['key', 'network', 'countries', 'mayBeAbsent', 'digits'].filter((name) => isPartNeeded(name, row, new Set()));
  expect(partsOf({ kind: 'email' })).toEqual(['key']);
  expect(partsOf({ kind: 'wallet', network: 'BTC' })).toEqual(['key', 'network']);
  expect(partsOf({ kind: 'iban' })).toEqual(['key', 'countries']);
  expect(partsOf({ kind: 'memo' })).toEqual(['key', 'mayBeAbsent']);
  expect(partsOf({ kind: 'card' })).toEqual(['key', 'digits']);
  expect(partsOf({ kind: 'email', digits: '16' })).toEqual(['key', 'digits']);
});
