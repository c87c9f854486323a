import { describe, expect, it } from 'vitest';
import { readExchangeLink } from './exchange-link.ts';

const read = (search: string) => readExchangeLink(new URLSearchParams(search));

describe('is a pair, or one side of it, and an amount', () => {
  it('is a pair, or one side of it, and an amount', () => {
    expect(read('cur_from=BTC&cur_to=SBERRUB&amount=0.5&rid=0123456789ab')).toEqual({ from: 'BTC', to: 'SBERRUB', amount: '0.5' });
    expect(read('cur_to=SBERRUB')).toEqual({ from: null, to: 'SBERRUB', amount: null });
  });

  it('is undefined for malformed values', () => {
    expect(read('cur_from=<b>&cur_to=SBERRUB&amount=1e3')).toEqual({ from: null, to: 'SBERRUB', amount: null });
    for (const search of ['', 'amount=5', 'cur_from=&cur_to=', `cur_from=${'B'.repeat(21)}`, 'cur_from=B%0AC', 'from=BTC&to=SBERRUB'])
      expect(read(search), search).toBeUndefined();
  });
});
