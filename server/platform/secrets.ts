import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Everything derived from SECRET_KEY. One key per purpose (HKDF), so that no value of one purpose works as another. */
export interface Secrets {
  /** AES-256-GCM; the result carries its nonce and tag. */
  seal(text: string): Buffer;
  /** Throws when the ciphertext was changed. */
  unseal(sealed: Buffer): string;
  /** Keyed hash for equality search over what is stored sealed. */
  fingerprint(text: string): Buffer;
  /** URL-safe MAC of a text for one purpose, 128 bits (22 characters). */
  sign(purpose: string, text: string): string;
  /** Constant-time check of `sign`. */
  verify(purpose: string, text: string, signature: string): boolean;
}

export function createSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'razmen', purpose, 32));
  const sealKey = derive('seal');
  const fingerprintKey = derive('fingerprint');
  // A key object is made once; from a plain buffer every signature would make it anew, at four times the cost.
  const signKey = createSecretKey(derive('sign'));
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', signKey).update(`${purpose}\0${text}`).digest().subarray(0, 16).toString('base64url');
  return {
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    unseal(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
    sign,
    verify(purpose, text, signature) {
      const expected = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
