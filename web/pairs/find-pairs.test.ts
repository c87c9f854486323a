import { expect, it } from 'vitest';
import type { System } from '#web/catalogue/systems.ts';
import { findSystems } from './find-pairs.ts';

const system = (id: string, name: string, kind: System['kind'], currency: string): System =>
  ({ id, name, kind, currency_iso_code: currency, network: null, aliases: [] }) as unknown as System;
const ALL = [
  system('XRP', 'XRP', 'crypto', 'XRP'),
  system('SBERRUB', 'Сбербанк', 'card', 'RUB'),
  system('TCSBRUB', 'Т-Банк', 'card', 'RUB'),
  system('WISEEUR', 'Wise', 'e_wallet', 'EUR'),
];
const idsFor = (query: Partial<Parameters<typeof findSystems>[1]>) =>
  findSystems(ALL, { text: '', kind: null, currency: null, page: 1, ...query }).map(({ id }) => id);

it('finds the payment systems of a search, for either side of a pair, and all for an empty search', () => {
  expect(idsFor({})).toHaveLength(4);
  expect(idsFor({ text: 'xrp' })).toEqual(['XRP']);
  expect(idsFor({ text: 'xrp → сбер' })).toEqual(['XRP', 'SBERRUB']);
  expect(idsFor({ kind: 'card', currency: 'RUB' })).toEqual(['SBERRUB', 'TCSBRUB']);
  expect(idsFor({ text: 'nothing of the kind' })).toEqual([]);
});
