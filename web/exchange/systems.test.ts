import { describe, expect, it } from 'vitest';
import { matchesSearch } from './matches-search.ts';
import { byKind, choosePair, gettable, namedPair, nearestPairs, pairOf, turned, withSide, type System } from './systems.ts';
import { withChanges } from './with-changes.ts';

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

describe('the pair of an address', () => {
  it('is the wanted one, in any case of letters', () => {
    expect(choosePair(all, { from: 'btc', to: 'cashrub' })).toEqual({ from: btc, to: cash });
  });

  it('is the nearest one where the wanted is not offered', () => {
    expect(choosePair(all, { from: 'CASHRUB', to: 'BTC' })?.from).toBe(sber);
    expect(choosePair(all, { from: 'BTC', to: 'OLDRUB' })).toEqual({ from: btc, to: sber });
    expect(choosePair(all, { from: '<script>', to: null })).toEqual({ from: sber, to: btc });
  });

  it('is nothing where nothing can be exchanged', () => {
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
    expect(pairOf(catalogue, { from: 'SBERRUB', to: 'ACRUB' })).toBeUndefined();
    expect(pairOf(catalogue, { from: 'btc', to: 'sberrub' })).toEqual({ from: btc, to: sber });
  });

  it('has neighbours: the likest of what leads there and of what it leads to', () => {
    const near = nearestPairs(catalogue, { from: sber, to: usdt }, 2).map(({ from, to }) => `${from.id}>${to.id}`);
    expect(near).toEqual(['SBERRUB>BTC', 'ACRUB>USDT']);
    expect(nearestPairs(catalogue, { from: cash, to: closed }, 2)).toEqual([]);
  });

  it('changes the other side as little as it can when it is chosen', () => {
    expect(withSide(catalogue, { from: btc, to: sber }, { side: 'outcome', system: usdt })).toEqual({ from: alfa, to: usdt });
    expect(withSide(catalogue, { from: btc, to: cash }, { side: 'income', system: usdt })).toEqual({ from: usdt, to: sber });
  });
});

describe('changing one side', () => {
  it('keeps the other where it can', () => {
    expect(withSide(all, { from: btc, to: sber }, { side: 'outcome', system: cash })).toEqual({ from: btc, to: cash });
  });

  it('turns the trays when the other side’s system is chosen', () => {
    expect(withSide(all, { from: btc, to: sber }, { side: 'income', system: sber })).toEqual({ from: sber, to: btc });
  });

  it('cannot turn where the way back is closed', () => {
    expect(turned(all, { from: btc, to: cash })).toBeUndefined();
    expect(turned(all, { from: btc, to: sber })).toEqual({ from: sber, to: btc });
  });
});

describe('the list', () => {
  it('holds only what can be got', () => {
    expect(gettable(all, btc)).toEqual([sber, cash]);
  });

  it('is grouped by kind without empty groups', () => {
    expect(byKind(all).map((group) => [group.kind, group.items.length])).toEqual([
      ['crypto', 1],
      ['card', 2],
      ['cash', 1],
    ]);
  });

  it('is searched by name, code and currency', () => {
    expect(all.filter((one) => matchesSearch(one, ' сбер'))).toEqual([sber]);
    expect(all.filter((one) => matchesSearch(one, 'bitc'))).toEqual([btc]);
  });
});

describe('directions that open and close while a page is open', () => {
  it('change the list without asking for it, and a closed pair keeps its place', () => {
    const list = withChanges(all, { opened: ['OLDRUB>SBERRUB'], closed: ['BTC>CASHRUB'] }) ?? [];
    expect(gettable(list, list[1] ?? btc).map(({ id }) => id)).toEqual(['SBERRUB']);
    expect(pairOf(list, { from: 'OLDRUB', to: 'SBERRUB' })).toBeDefined();
    expect(pairOf(list, { from: 'BTC', to: 'CASHRUB' })).toBeUndefined();
    expect(namedPair(list, { from: 'BTC', to: 'CASHRUB' })?.to.id).toBe('CASHRUB');
    expect(list[2]).toBe(cash);
  });

  it('are asked for anew where one of them is of a system that the list does not have', () => {
    expect(withChanges(all, { opened: ['NEWRUB>BTC'], closed: [] })).toBeUndefined();
  });
});
