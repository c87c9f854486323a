import { describe, expect, it } from 'vitest';
import { packWanted, readWanted, WANTED_COOKIE, wantedIn } from './wanted-exchange.ts';

const read = (search: string) => readWanted(new URLSearchParams(search));

describe('what a link asks to exchange', () => {
  it('is a pair, or one side of it, and an amount', () => {
    expect(read('cur_from=BTC&cur_to=SBERRUB&amount=0.5&rid=0123456789ab')).toEqual({ from: 'BTC', to: 'SBERRUB', amount: '0.5' });
    expect(read('cur_to=SBERRUB')).toEqual({ from: null, to: 'SBERRUB', amount: null });
  });

  it('is nothing where it is nonsense', () => {
    expect(read('cur_from=<b>&cur_to=SBERRUB&amount=1e3')).toEqual({ from: null, to: 'SBERRUB', amount: null });
    for (const search of ['', 'amount=5', 'cur_from=&cur_to=', `cur_from=${'B'.repeat(21)}`, 'cur_from=B%0AC', 'from=BTC&to=SBERRUB'])
      expect(read(search), search).toBeUndefined();
  });

  it('is held by a cookie as it was read', () => {
    for (const search of ['cur_from=BTC&cur_to=SBERRUB&amount=0.5', 'cur_to=SBERRUB', 'cur_from=btc&amount=1']) {
      const wanted = read(search);
      if (wanted === undefined) throw new Error(search);
      expect(wantedIn(`theme=dark; ${WANTED_COOKIE}=${packWanted(wanted)}; guest=abc`)).toEqual(wanted);
    }
    for (const cookies of [
      null,
      '',
      'wanted=',
      'wanted=--5',
      'unwanted=BTC-SBERRUB-1',
      'wanted=%3Cb%3E-SBERRUB-1',
      `wanted=${'a'.repeat(99)}`,
    ])
      expect(wantedIn(cookies), String(cookies)).toBeUndefined();
  });
});
