import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** A key for one file, stored sealed with its row. Deleting the key makes every copy of the file unreadable. */
export const newFileKey = (): string => randomBytes(KEY_BYTES).toString('base64');

const keyOf = (text: string): Buffer => {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new Error('A file’s key has 32 bytes');
  return key;
};

/** AES-256-GCM: nonce, tag, ciphertext. `place`: storage path; a file moved elsewhere does not decrypt. */
export function encryptFile(bytes: Buffer, key: string, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Throws when the file was changed, truncated, moved or encrypted with another key. */
export function decryptFile(encrypted: Buffer, key: string, place: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), encrypted.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place)).setAuthTag(encrypted.subarray(NONCE_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(encrypted.subarray(HEAD_BYTES)), decipher.final()]);
}
