import { describe, expect, it, test } from 'vitest';
import { matchesSearch } from '#web/catalogue/matches-search.ts';
import {
  groupByKind,
  choosePair,
  outcomeSystemsFor,
  findPair,
  nearestPairs,
  findOfferedPair,
  reversedPair,
  changeSide,
  defaultAmount,
  type System,
} from '#web/catalogue/systems.ts';
import { applyPairChanges } from './list-systems.ts';

const system = (id: string, change: Partial<System> = {}): System => ({
  id,
  name: id,
  aliases: [],
  code: id,
  kind: 'card',
  currency_iso_code: 'RUB',
  network: null,
  precision: 2,
  icon_url: '',
  reserve: '1000',
  min_amount: '10',
  max_amount: '100',
  income_enabled: true,
  outcome_enabled: true,
  referal_output_enabled: false,
  outcome_payment_system_ids: [],
  income_fields: [],
  outcome_fields: [],
  mark: { monogram: 'A', tint: 'fern' },
  ...change,
});

const btc = system('BTC', { kind: 'crypto', outcome_payment_system_ids: ['SBERRUB', 'CASHRUB'], name: 'Bitcoin' });
const sber = system('SBERRUB', { outcome_payment_system_ids: ['BTC'], name: 'Сбербанк' });
const cash = system('CASHRUB', { kind: 'cash', outcome_payment_system_ids: [] });
const closed = system('OLDRUB', { outcome_enabled: false, income_enabled: false, outcome_payment_system_ids: ['BTC'] });
const all = [sber, btc, cash, closed];

test.each([
  // Up to the maximum, whatever the number of digits
  ['10', '100', '100'],
  ['10', '99.99', '10'],
  ['10', '2000', '100'],
  ['90', '950', '900'],
  ['0.05', '1', '0.5'],
  ['1.25', '12.49', '1.25'],
  ['0', '100', '0'],
])('the first amount between %s and %s is %s', (min_amount, max_amount, expected) => {
  expect(defaultAmount(system('BTC', { min_amount, max_amount }))).toBe(expected);
});

describe('the pair of an address', () => {
  it('is the requested one, in any letter case', () => {
    expect(choosePair(all, { from: 'btc', to: 'cashrub' })).toEqual({ from: btc, to: cash });
  });

  it('is the nearest one if the requested one is not available', () => {
    expect(choosePair(all, { from: 'CASHRUB', to: 'BTC' })?.from).toBe(sber);
    expect(choosePair(all, { from: 'BTC', to: 'OLDRUB' })).toEqual({ from: btc, to: sber });
    expect(choosePair(all, { from: '<script>', to: null })).toEqual({ from: sber, to: btc });
  });

  it('is undefined if no pair is available', () => {
    expect(choosePair([cash, closed], {})).toBeUndefined();
  });
});

describe('a pair that is not offered', () => {
  const [usdt, alfa] = [
    system('USDT', { kind: 'crypto', currency_iso_code: 'USDT', outcome_payment_system_ids: ['SBERRUB'] }),
    system('ACRUB', { outcome_payment_system_ids: ['USDT'] }),
  ];
  const catalogue = [...all, usdt, alfa];

  it('is no other pair', () => {
    expect(findOfferedPair(catalogue, { from: 'SBERRUB', to: 'ACRUB' })).toBeUndefined();
    expect(findOfferedPair(catalogue, { from: 'btc', to: 'sberrub' })).toEqual({ from: btc, to: sber });
  });

  it('has alternatives: the most similar outcomes and incomes', () => {
    const near = nearestPairs(catalogue, { from: sber, to: usdt }, 2).map(({ from, to }) => `${from.id}>${to.id}`);
    expect(near).toEqual(['SBERRUB>BTC', 'ACRUB>USDT']);
    expect(nearestPairs(catalogue, { from: cash, to: closed }, 2)).toEqual([]);
  });

  it('changes the other side to the most similar system when chosen', () => {
    expect(changeSide(catalogue, { from: btc, to: sber }, { side: 'outcome', system: usdt })).toEqual({ from: alfa, to: usdt });
    expect(changeSide(catalogue, { from: btc, to: cash }, { side: 'income', system: usdt })).toEqual({ from: usdt, to: sber });
  });
});

describe('changing one side', () => {
  it('keeps the other where it can', () => {
    expect(changeSide(all, { from: btc, to: sber }, { side: 'outcome', system: cash })).toEqual({ from: btc, to: cash });
  });

  it('reverses the pair when the other side’s system is chosen', () => {
    expect(changeSide(all, { from: btc, to: sber }, { side: 'income', system: sber })).toEqual({ from: sber, to: btc });
  });

  it('does not reverse an unavailable direction', () => {
    expect(reversedPair(all, { from: btc, to: cash })).toBeUndefined();
    expect(reversedPair(all, { from: btc, to: sber })).toEqual({ from: sber, to: btc });
  });
});

describe('the list', () => {
  it('contains only available outcomes', () => {
    expect(outcomeSystemsFor(all, btc)).toEqual([sber, cash]);
  });

  it('is grouped by kind without empty groups', () => {
    expect(groupByKind(all).map((group) => [group.kind, group.items.length])).toEqual([
      ['crypto', 1],
      ['card', 2],
      ['cash', 1],
    ]);
  });

  it('is searched by name, code and currency', () => {
    expect(all.filter((candidate) => matchesSearch(candidate, ' сбер'))).toEqual([sber]);
    expect(all.filter((candidate) => matchesSearch(candidate, 'bitc'))).toEqual([btc]);
  });
});

describe('directions that open and close while a page is open', () => {
  it('change the list without a request, and a closed pair can still be found', () => {
    const list = applyPairChanges(all, { opened: ['OLDRUB>SBERRUB'], closed: ['BTC>CASHRUB'] }) ?? [];
    expect(outcomeSystemsFor(list, list[1] ?? btc).map(({ id }) => id)).toEqual(['SBERRUB']);
    expect(findOfferedPair(list, { from: 'OLDRUB', to: 'SBERRUB' })).toBeDefined();
    expect(findOfferedPair(list, { from: 'BTC', to: 'CASHRUB' })).toBeUndefined();
    expect(findPair(list, { from: 'BTC', to: 'CASHRUB' })?.to.id).toBe('CASHRUB');
    expect(list[2]).toBe(cash);
  });

  it('require a reload if a system is not in the list', () => {
    expect(applyPairChanges(all, { opened: ['NEWRUB>BTC'], closed: [] })).toBeUndefined();
  });
});
