import { expect, test } from 'vitest';
import { decryptFile, encryptFile, newFileKey } from './file-cipher.ts';

test('a file opens by its own key, whole and where it lies; changed, cut off, moved or by another key it does not', () => {
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
