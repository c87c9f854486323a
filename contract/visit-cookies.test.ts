import { expect, it } from 'vitest';
import { lastPairIn, openOrderCookie, openOrderIn, pairCookie, visitIn } from './visit-cookies.ts';

it('reads back the last pair and the open order, and nothing malformed or too long', () => {
  expect(lastPairIn(pairCookie({ from: 'BTC', to: 'SBERRUB' }, true))).toEqual({ from: 'BTC', to: 'SBERRUB' });
  expect(openOrderIn(openOrderCookie('01K0A', false))).toBe('01K0A');
  for (const text of [
    'pair=',
    'pair=btc',
    'pair=BTC-SBERRUB',
    'pair=a-b-c',
    `pair=${'a'.repeat(21)}-b`,
    'pair=%3Cb%3E-b',
    'repair=btc-ltc',
  ])
    expect(lastPairIn(text), text).toBeUndefined();
  for (const text of ['open_order=', 'open_order=<b>', `open_order=${'a'.repeat(65)}`]) expect(openOrderIn(text), text).toBeUndefined();
});

it('opens with the pair used last; the amount of a link counts for the pair it named', () => {
  const last = 'theme=dark; pair=btc-sberrub';
  expect(visitIn(last)).toEqual({ from: 'BTC', to: 'SBERRUB', amount: null });
  expect(visitIn(`${last}; wanted=BTC-SBERRUB-0.5`)).toEqual({ from: 'BTC', to: 'SBERRUB', amount: '0.5' });
  expect(visitIn(`${last}; wanted=btc--0.5`)).toEqual({ from: 'BTC', to: 'SBERRUB', amount: '0.5' });
  expect(visitIn(`${last}; wanted=LTC-SBERRUB-0.5`)).toEqual({ from: 'BTC', to: 'SBERRUB', amount: null });
  expect(visitIn('wanted=LTC-SBERRUB-0.5')).toEqual({ from: 'LTC', to: 'SBERRUB', amount: '0.5' });
  expect(visitIn('theme=dark')).toBeUndefined();
});
