import { describe, expect, test } from 'vitest';
import { isMisleadingAddress, isMisleadingHost } from './mixed-script.ts';
import { decodePunycode } from './punycode.ts';

test.each([
  ['80ak6aa92e', 'аррӏе'],
  ['e1afmkfd', 'пример'],
  ['mnchen-3ya', 'münchen'],
  ['p1ai', 'рф'],
  ['fiq228c', '中文'],
])('%s is read as %s', (encoded, text) => expect(decodePunycode(encoded)).toBe(text));

test.each(['-', '9', '!!', 'a'.repeat(64)])('"%s" is malformed', (encoded) => expect(decodePunycode(encoded) ?? '').toBe(''));

describe('a host that imitates another', () => {
  test.each([
    ['a Cyrillic а in a Latin name', 'rаzmen.example'],
    ['the same, encoded', 'xn--rzmen-4ve.example'],
    ['a Greek omicron', 'gοogle.com'],
    ['Cyrillic letters that all look Latin', 'аррӏе.com'],
    ['the same, encoded', 'xn--80ak6aa92e.com'],
    ['in a subdomain', 'www.xn--80ak6aa92e.com'],
    ['an invisible character', 'raz\u200Bmen.com'],
    ['full-width letters', 'ｒazmen.com'],
    ['a broken label', 'xn--!.com'],
  ])('%s', (_what, host) => expect(isMisleadingHost(host)).toBe(true));

  test.each([
    'razmen.example',
    'xn--e1afmkfd.xn--p1ai',
    'обмен.рф',
    'москва.com',
    'münchen.de',
    'a-1.example.com',
    'localhost',
    '192.168.0.1',
    '例え.jp',
    'サイト.jp',
    'סופר.com',
  ])('is not %s', (host) => expect(isMisleadingHost(host)).toBe(false));

  test('is found in web and mail addresses', () => {
    expect(isMisleadingAddress('https://rаzmen.example/path?x=1')).toBe(true);
    expect(isMisleadingAddress('https://razmen.example:8443/пример')).toBe(false);
    expect(isMisleadingAddress('mailto:help@rаzmen.example')).toBe(true);
    expect(isMisleadingAddress('mailto:помощь@razmen.example')).toBe(false);
    expect(isMisleadingAddress('/own/path')).toBe(false);
    expect(isMisleadingAddress('tel:+79161234567')).toBe(false);
  });
});
