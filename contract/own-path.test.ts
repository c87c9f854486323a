import { describe, expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

describe('a path to redirect back to', () => {
  test.each(['/account', '/en/account/security?problem=x', '/order/abc?new=1'])('is ours: %s', (path) => expect(ownPath(path)).toBe(path));

  test.each([
    '//evil.example',
    '///evil.example',
    String.raw`\\evil.example`,
    String.raw`/\evil.example`,
    'https:evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/%0d%0aset-cookie: a=b',
    '/a\r\nb',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%5cevil.example',
    'account',
    '',
    null,
    `/${'a'.repeat(600)}`,
  ])('is not: %j', (path) => expect(ownPath(path)).toBe('/'));
});
