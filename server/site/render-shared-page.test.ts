import { describe, expect, it } from 'vitest';
import { sharedAddress } from './render-shared-page.ts';

const addressOf = (url: string, cookie?: string, method = 'GET') => sharedAddress({ method, url, headers: { cookie } });

describe('a page is shared', () => {
  it.each([
    '/',
    '/en',
    '/exchange/btc-sberrub',
    '/en/exchange/btc-usdttrc20',
    '/?from=BTC&to=SBERRUB',
    '/en/exchange/btc-sberrub?amount=0.5',
  ])('at %s', (url) => {
    expect(addressOf(url)).toEqual({ url, cookie: null });
  });

  it('for a browser with a guest key and a theme; only the theme affects rendering', () => {
    expect(addressOf('/', 'guest=abc; theme=dark')).toEqual({ url: '/', cookie: 'theme=dark' });
    expect(addressOf('/', '__Host-guest=abc')).toEqual({ url: '/', cookie: null });
    expect(addressOf('/', 'theme=system')).toEqual({ url: '/', cookie: null });
  });

  it('for a guest with orders, of which an exchange page shows nothing', () => {
    expect(addressOf('/', 'guest=abc; orders=sealed; theme=dark')).toEqual({ url: '/', cookie: 'theme=dark' });
    expect(addressOf('/', '__Host-orders=sealed')).toEqual({ url: '/', cookie: null });
  });

  it('for visitors who dismissed the notice, as one other page', () => {
    const away = (cookie: string, referrer: string | null) =>
      sharedAddress({ method: 'GET', url: '/', headers: { cookie } }, referrer)?.cookie;
    expect(away('theme=dark; notice=a1.2', 'a1.2')).toBe('theme=dark; notice=a1.2');
    // Any other value gives no page of its own
    expect([away('notice=a1.1', 'a1.2'), away('notice=x', null), away('notice=', null)]).toEqual([null, null, null]);
  });

  it('for a visitor with a referral link, as without it', () => {
    const link = '/en?rid=0123456789ab&cur_from=BTC&cur_to=SBERRUB&amount=1&utm_source=x';
    expect(addressOf(link, 'referal_hash=signed; guest=abc')).toEqual({ url: '/en?from=BTC&to=SBERRUB&amount=1', cookie: null });
  });

  it('for a visitor with a stored pair, where the address names the pair', () => {
    const url = '/exchange/btc-sberrub';
    expect(addressOf(url, 'wanted=LTC-SBERRUB-1')).toEqual({ url, cookie: null });
    expect(addressOf('/?cur_from=BTC', 'wanted=LTC-SBERRUB-1')).toEqual({ url: '/?from=BTC', cookie: null });
    expect(addressOf('/', 'wanted=%3Cb%3E')).toEqual({ url: '/', cookie: null });
  });

  it('for visitors who used the same pair last, where the address names none', () => {
    expect(addressOf('/', 'theme=dark; pair=btc-sberrub')).toEqual({ url: '/', cookie: 'theme=dark; pair=btc-sberrub' });
    expect(addressOf('/en', 'pair=btc-sberrub; wanted=LTC-SBERRUB-1')).toEqual({ url: '/en', cookie: 'pair=btc-sberrub' });
    expect(addressOf('/exchange/ltc-sberrub', 'pair=btc-sberrub')).toEqual({ url: '/exchange/ltc-sberrub', cookie: null });
    expect(addressOf('/?from=LTC', 'pair=btc-sberrub')).toEqual({ url: '/?from=LTC', cookie: null });
    expect(addressOf('/', 'pair=%3Cb%3E-x; open_order=%3Cb%3E')).toEqual({ url: '/', cookie: null });
  });

  it('for any order of the parameters', () => {
    expect(addressOf('/?to=SBERRUB&get=100&from=BTC')).toEqual(addressOf('/?from=BTC&to=SBERRUB&get=100'));
  });
});

describe('a page is individual', () => {
  it.each([
    '/order/b1',
    '/terms',
    '/exchange/btc-sberrub.data',
    '/exchange/BTC/SBERRUB',
    '/exchange/BTC-sberrub',
    '/exchange/btc-sberrub/facts',
    '/_root.data',
    '/exchange/BTC',
    '/exchange/%62tc-sberrub',
    '/en/',
    '/?token=abc',
    '/?from=BTC&utm_foreign=x',
    '/?from=BTC&cur_from=ETH',
    '/?from=BTC&from=ETH',
    '/?from=<b>',
    '/?amount=1e3',
    '/?amount=１',
    '/?from=BTC?to=X',
    '/?__proto__=x',
  ])('at %s', (url) => {
    expect(addressOf(url)).toBeUndefined();
  });

  it.each([
    'session=abc',
    'orders=sealed; session=abc',
    'guest=abc; session=abc',
    '__Host-session=abc; theme=dark',
    'wanted=LTC-SBERRUB-1',
    'guest=abc; wanted=LTC--',
    'pair=btc-sberrub; wanted=BTC-SBERRUB-1',
    'open_order=01K0A',
    'theme=dark"><script>',
    'theme=blue',
    'analytics=1',
    'constructor=1',
    'theme',
    'Guest=abc',
  ])('with the cookies %s', (cookie) => {
    expect(addressOf('/', cookie)).toBeUndefined();
  });

  it('for methods other than GET', () => {
    expect(addressOf('/', undefined, 'POST')).toBeUndefined();
    expect(addressOf('/', undefined, 'HEAD')).toBeUndefined();
  });
});
