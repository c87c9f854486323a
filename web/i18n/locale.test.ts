import { expect, test } from 'vitest';
import { addressIn, barePath } from './locale.ts';

test('the language prefix is removed, and a path never becomes another host', () => {
  expect(['/', '/en', '/en/', '/en/order/x', '/order/x'].map(barePath)).toEqual(['/', '/', '/', '/order/x', '/order/x']);
  for (const path of ['/en//evil.example', '//evil.example', '/en///evil.example', '/en/\\\\evil.example', '///evil.example'])
    expect(barePath(path), path).toBe('/evil.example');
});

test('a path gets the prefix of a language and keeps its query', () => {
  const ADDRESSES = ['/', '/?from=BTC', '/en', '/en?from=BTC', '/account', '/en/account/orders?page=2'];
  expect(ADDRESSES.map((address) => addressIn('en', address))).toEqual([
    '/en',
    '/en?from=BTC',
    '/en',
    '/en?from=BTC',
    '/en/account',
    '/en/account/orders?page=2',
  ]);
  expect(ADDRESSES.map((address) => addressIn('ru', address))).toEqual([
    '/',
    '/?from=BTC',
    '/',
    '/?from=BTC',
    '/account',
    '/account/orders?page=2',
  ]);
});
