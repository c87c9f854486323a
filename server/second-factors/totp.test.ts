import { describe, expect, test } from 'vitest';
import { systemRandom } from '#server/platform/random.ts';
import { codeAt, newTotpSecret, stepOf, totpUri } from './totp.ts';

/** The secret of RFC 6238, appendix B, whose eight-digit codes end in these six. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const RFC_CODES: readonly (readonly [number, string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

describe('time-based codes', () => {
  test.each(RFC_CODES)('at %i seconds are those of the standard', (seconds, code) => {
    expect(codeAt(RFC_SECRET, seconds * 1000)).toBe(code);
    expect(stepOf(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test('of the step before and after are accepted, others are not', () => {
    const now = 1_111_111_111_000;
    const step = Math.floor(now / 30_000);
    const at = (steps: number) => stepOf(RFC_SECRET, codeAt(RFC_SECRET, now + steps * 30_000), now);
    expect([-1, 0, 1].map(at)).toEqual([step - 1, step, step + 1]);
    expect([-2, 2].map(at)).toEqual([undefined, undefined]);
  });

  test('are six digits, spaces are ignored', () => {
    expect(stepOf(RFC_SECRET, ' 287 082 ', 59_000)).toBe(1);
    for (const wrong of ['', '28708', '2870820', '२८७०८२', 'abcdef', '287082\u0000'])
      expect(stepOf(RFC_SECRET, wrong, 59_000)).toBeUndefined();
  });
});

test('a secret has 160 random bits and apps read it from its URI', () => {
  const secret = newTotpSecret(systemRandom);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret(systemRandom)).not.toBe(secret);
  const uri = new URL(totpUri(secret, 'owner@example.com', 'Razmen'));
  expect(uri.protocol).toBe('otpauth:');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: 'Razmen', digits: '6', period: '30' });
});
