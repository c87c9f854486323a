import { expect, it } from 'vitest';
import type { System } from '#web/exchange/systems.ts';
import { findSystems } from './find-pairs.ts';

const system = (id: string, name: string, kind: System['kind'], currency: string): System =>
  ({ id, name, kind, currency_iso_code: currency, network: null, aliases: [] }) as unknown as System;
const ALL = [
  system('XRP', 'XRP', 'crypto', 'XRP'),
  system('SBERRUB', 'Сбербанк', 'card', 'RUB'),
  system('TCSBRUB', 'Т-Банк', 'card', 'RUB'),
  system('WISEEUR', 'Wise', 'e_wallet', 'EUR'),
];
const found = (sought: Partial<Parameters<typeof findSystems>[1]>) =>
  findSystems(ALL, { text: '', kind: null, currency: null, page: 1, ...sought }).map(({ id }) => id);

it('shows the payment systems that a search means, of either side of a pair, and all where nothing is sought', () => {
  expect(found({})).toHaveLength(4);
  expect(found({ text: 'xrp' })).toEqual(['XRP']);
  expect(found({ text: 'xrp → сбер' })).toEqual(['XRP', 'SBERRUB']);
  expect(found({ kind: 'card', currency: 'RUB' })).toEqual(['SBERRUB', 'TCSBRUB']);
  expect(found({ text: 'nothing of the kind' })).toEqual([]);
});
