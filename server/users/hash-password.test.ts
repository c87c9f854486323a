import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './hash-password.ts';

test('a password matches its own hash only', async () => {
  const hash = await hashPassword('Correct horse 1');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('Correct horse 1', hash)).toBe(true);
  expect(await verifyPassword('correct horse 1', hash)).toBe(false);
  expect(await hashPassword('Correct horse 1')).not.toBe(hash);
});

test('every character counts, beyond 72 bytes too, in any script (R35)', async () => {
  const long = 'я'.repeat(64);
  const hash = await hashPassword(`${long}a`);
  expect(await verifyPassword(`${long}b`, hash)).toBe(false);
  expect(await verifyPassword(`${long}a`, hash)).toBe(true);
  expect(await verifyPassword(`${long}a `, hash)).toBe(false);
});

test('no password matches a missing or malformed hash', async () => {
  for (const hash of [null, undefined, '', 'plain', '$argon2id$v=19$m=19456,t=2,p=1$$']) expect(await verifyPassword('', hash)).toBe(false);
});
