import { describe, expect, it } from 'vitest';
import { barePath, localeOf, localPath } from './locale.ts';

describe('addresses and languages', () => {
  it('are Russian at the root and English below /en only', () => {
    expect(['/', '/en', '/en/order/x', '/english', '/order/en'].map(localeOf)).toEqual(['ru', 'en', 'en', 'ru', 'ru']);
  });

  it('go from one language to the other and back to the same page', () => {
    for (const path of ['/', '/order/abc', '/exchange/BTC/SBERRUB', '/terms']) {
      expect(barePath(localPath('en', path))).toBe(path);
      expect(localeOf(localPath('en', path))).toBe('en');
      expect(localPath('ru', path)).toBe(path);
    }
    expect(localPath('en', '/?amount=5')).toBe('/en?amount=5');
  });
});
