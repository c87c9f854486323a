import { expect, it } from 'vitest';
import { packExchangeLink } from '#core/link/exchange-link.ts';
import { WANTED_COOKIE, wantedIn } from './wanted-cookie.ts';

it('the cookie keeps the exchange of a link unchanged, and invalid cookies are ignored', () => {
  for (const wanted of [
    { from: 'BTC', to: 'SBERRUB', amount: '0.5' },
    { from: null, to: 'SBERRUB', amount: null },
    { from: 'btc', to: null, amount: '1' },
  ])
    expect(wantedIn(`theme=dark; ${WANTED_COOKIE}=${packExchangeLink(wanted)}; guest=abc`)).toEqual(wanted);
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
