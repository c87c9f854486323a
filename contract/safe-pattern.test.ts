import { describe, expect, it } from 'vitest';
import { isSafePattern } from './safe-pattern.ts';

describe('a pattern that a payment system may have', () => {
  it.each([
    '^\\+79[0-9]{9}$',
    '^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$',
    '^[A-Z0-9-]{6,34}$',
    '^(?:bc1|[13])[a-zA-HJ-NP-Z0-9]{25,59}$',
    '^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$',
    '^(?:\\d{4} ){3}\\d{4}$',
    '^\\p{L}+$',
    '^[()+*]{1,9}$',
  ])('%s is decided in an instant', (pattern) => {
    expect(isSafePattern(pattern)).toBe(true);
  });

  it.each([
    'abc',
    '^(a+)+$',
    '^((a+))+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^(a?){40}a{40}$',
    '^([)a]+)+$',
    '^(?:(?:a|b)c?){9,}$',
    '^(?<x>a*)*$',
    '^\\d*\\d*\\d*\\d*\\d*$',
    '^(.+)\\1+$',
    '^(x(a{1,9})?)+$',
  ])('%s is not', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
  });
});
