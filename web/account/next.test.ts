import { expect, it } from 'vitest';
import { nextOf } from './next.ts';

it.each(['/account/orders', '/en/account?page=2', '/activate?token=abc', '/', '/order/b1'])('leads on to our own page %s', (path) => {
  expect(nextOf(path)).toBe(path);
});

it.each([
  null,
  undefined,
  '',
  'account',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/a//evil.example',
  '/\tevil',
  '\t//evil.example',
  '/ evil',
  'javascript:alert(1)',
  '/api/v1/sessions',
  '/sign-out',
  '/en/sign-out',
])('leads to the account instead of %s', (text) => {
  expect(nextOf(text)).toBe('/account');
});
