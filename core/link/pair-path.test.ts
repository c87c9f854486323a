import { describe, expect, it } from 'vitest';
import { pairInSlug, pairPath, systemPath, canonicalPairPath } from './pair-path.ts';

describe('the path of a pair', () => {
  it('is one segment in lower case, and is read in any case', () => {
    expect(pairPath('SBERRUB', 'USDTTRC20')).toBe('/exchange/sberrub-usdttrc20');
    for (const slug of ['sberrub-usdttrc20', 'SBERRUB-USDTTRC20', 'SberRub-usdtTRC20'])
      expect(pairInSlug(slug)).toEqual({ from: 'SBERRUB', to: 'USDTTRC20' });
    for (const slug of ['sberrub', 'a-b-c', '-b', 'a-', 'a--b', 'a-b/', 'а-б', '%62-b', `${'a'.repeat(21)}-b`])
      expect(pairInSlug(slug), slug).toBeUndefined();
    expect(systemPath('SBERRUB')).toBe('/systems/sberrub');
  });

  it.each([
    ['/exchange/BTC/SBERRUB', '/exchange/btc-sberrub'],
    ['/en/exchange/btc/sberrub/', '/en/exchange/btc-sberrub'],
    ['/exchange/BTC-sberrub', '/exchange/btc-sberrub'],
    ['/exchange/btc-sberrub/', '/exchange/btc-sberrub'],
    ['/en/exchange/BTC/SBERRUB.data', '/en/exchange/btc-sberrub.data'],
  ])('%s leads to %s', (written, own) => {
    expect(canonicalPairPath(written)).toBe(own);
    expect(canonicalPairPath(own)).toBeUndefined();
  });

  it.each([
    '/exchange/btc',
    '/exchange/btc//ltc',
    '//exchange/btc/ltc',
    '/de/exchange/BTC/LTC',
    '/exchange/%2f%2fevil/x',
    '/exchange/a/b/c',
    '/',
  ])('%s is no pair', (path) => {
    expect(canonicalPairPath(path)).toBeUndefined();
  });
});
