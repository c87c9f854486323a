import { describe, expect, test } from 'vitest';
import { checkAntiPhishingCode } from './profile.ts';

const valueOf = (input: string) => {
  const checked = checkAntiPhishingCode(input);
  return checked.ok ? checked.value : checked.refusals[0]?.code;
};

describe('the anti-phishing code', () => {
  test.each([
    ['синий кит', 'синий кит'],
    ['  blue whale_7 ', 'blue whale_7'],
    ['', null],
    ['   ', null],
  ])('takes %j', (input, stored) => expect(valueOf(input)).toBe(stored));

  test.each([
    ['кит', 'too_short'],
    ['x'.repeat(33), 'too_long'],
    ['example.com', 'invalid_format'],
    ['https://e', 'invalid_format'],
    ['<b>whale</b>', 'invalid_format'],
    ['whale@home', 'invalid_format'],
    ['call 8 999 123-45-67', 'invalid_format'],
    ['abc\u202Edef', 'invalid_format'],
    ['line\u0000break', 'invalid_format'],
  ])('refuses %j', (input, code) => expect(valueOf(input)).toBe(code));
});
