import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = NONCE_BYTES + TAG_BYTES;

/** A key for one file alone, to be kept sealed beside its row: once it is destroyed, no copy of the file can be read. */
export const newFileKey = (): string => randomBytes(KEY_BYTES).toString('base64');

const keyOf = (text: string): Buffer => {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES) throw new Error('A file’s key has 32 bytes');
  return key;
};

/** AES-256-GCM: nonce, tag, ciphertext. `place`: where it is kept; what lies elsewhere does not open. */
export function encryptFile(bytes: Buffer, key: string, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Throws when the file was changed, cut off, or is another one. */
export function decryptFile(kept: Buffer, key: string, place: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), kept.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place)).setAuthTag(kept.subarray(NONCE_BYTES, HEAD_BYTES));
  return Buffer.concat([decipher.update(kept.subarray(HEAD_BYTES)), decipher.final()]);
}
