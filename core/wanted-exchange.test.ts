import { describe, expect, it } from 'vitest';
import { readWanted } from './wanted-exchange.ts';

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
});
