import { expect, test } from 'vitest';
import { decryptFile, encryptFile, newFileKey } from './file-cipher.ts';

test('a file is decrypted by its own key at its own path, and not if changed, truncated, moved or with another key', () => {
  const bytes = Buffer.from('a picture of a card 2202200000000008');
  const [key, place] = [newFileKey(), 'cards/2026-11-22/a.bin'];
  const encrypted = encryptFile(bytes, key, place);
  expect(decryptFile(encrypted, key, place)).toEqual(bytes);
  expect(encrypted.includes('2202200000000008')).toBe(false);
  const changed = Buffer.from(encrypted);
  changed[40] = (changed[40] ?? 0) ^ 1;
  expect(() => decryptFile(changed, key, place)).toThrow();
  expect(() => decryptFile(encrypted.subarray(0, -1), key, place)).toThrow();
  expect(() => decryptFile(encrypted, key, 'cards/2026-11-22/b.bin')).toThrow();
  expect(() => decryptFile(encrypted, newFileKey(), place)).toThrow();
  expect(encryptFile(bytes, key, place)).not.toEqual(encrypted);
});
