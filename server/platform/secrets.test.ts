import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const [OLD, NEW, FOREIGN] = [
  'the first secret of this installation',
  'the second secret of this installation',
  'the secret of somebody else',
];
const before = createSecrets(OLD);
const after = createSecrets(NEW, [OLD]);
const foreign = createSecrets(FOREIGN);

/** Values in the format of a release without key ids. */
const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', OLD, 'razmen', purpose, 32));
function sealedLongAgo(text: string, nonce = randomBytes(12)): Buffer {
  const cipher = createCipheriv('aes-256-gcm', derive('seal'), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}
const signedLongAgo = (purpose: string, text: string) =>
  createHmac('sha256', derive('sign')).update(`${purpose}\0${text}`).digest().subarray(0, 16).toString('base64url');

describe('a new secret', () => {
  test('decrypts values of the previous one, and encrypts with its own key', () => {
    expect(after.unseal(before.seal('карта 4111'))).toBe('карта 4111');
    expect(after.unseal(after.seal('карта 4111'))).toBe('карта 4111');
    expect(() => before.unseal(after.seal('x'))).toThrow();
    expect(() => foreign.unseal(before.seal('x'))).toThrow();
    expect([after.isSealedByNewest(after.seal('x')), after.isSealedByNewest(before.seal('x'))]).toEqual([true, false]);
  });

  test('accepts signatures of the previous one, and signs with its own key', () => {
    const link = before.sign('order-access', 'abc');
    expect(link).toMatch(/^[\w-]{26}$/);
    expect([after, before, foreign].map((secrets) => secrets.verify('order-access', 'abc', link))).toEqual([true, true, false]);
    expect(after.verify('order-access', 'abd', link)).toBe(false);
    expect(after.verify('receipt', 'abc', link)).toBe(false);
    const fresh = after.sign('order-access', 'abc');
    expect([fresh === link, before.verify('order-access', 'abc', fresh), after.verify('order-access', 'abc', fresh)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(after.verify('order-access', 'abc', fresh.slice(0, 4) + link.slice(4))).toBe(false);
  });

  test('gives the same keys whether or not it is listed among the previous ones', () => {
    expect(createSecrets(NEW, [NEW, OLD]).unseal(before.seal('x'))).toBe('x');
  });
});

describe('a value from before key ids', () => {
  test('is still decrypted and still verified', () => {
    expect(before.unseal(sealedLongAgo('old'))).toBe('old');
    expect(after.unseal(sealedLongAgo('old'))).toBe('old');
    expect(after.isSealedByNewest(sealedLongAgo('old'))).toBe(false);
    const link = signedLongAgo('order-access', 'abc');
    expect([before, after, foreign].map((secrets) => secrets.verifyLongLived('order-access', 'abc', link))).toEqual([true, true, false]);
  });

  test('is refused where a signature must have one form', () => {
    const signature = before.sign('quote', 'abc');
    const mac = signature.slice(4);
    expect(mac).toBe(signedLongAgo('quote', 'abc'));
    expect([before.verify('quote', 'abc', signature), before.verify('quote', 'abc', mac)]).toEqual([true, false]);
    expect(before.verifyLongLived('quote', 'abc', signature)).toBe(true);
  });

  test('is decrypted although its nonce looks like a key id', () => {
    const nonce = Buffer.concat([before.seal('').subarray(0, 4), randomBytes(8)]);
    expect(before.unseal(sealedLongAgo('unlucky', nonce))).toBe('unlucky');
  });
});

describe('a changed value', () => {
  test('is never decrypted, whichever byte was changed', () => {
    const sealed = after.seal('text');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => after.unseal(changed), `byte ${at}`).toThrow();
    }
  });

  test('is not decrypted with a truncated tag', () => {
    for (let length = 0; length < 32; length++) expect(() => after.unseal(after.seal('').subarray(0, length))).toThrow('No key');
  });

  test('is not a valid signature', () => {
    const signature = after.sign('p', 'text');
    for (const wrong of ['', 'x', signature.slice(1), `${signature}x`, signature.toUpperCase(), 'я'.repeat(26), '\0'.repeat(22)])
      expect([after.verify('p', 'text', wrong), after.verifyLongLived('p', 'text', wrong)], wrong).toEqual([false, false]);
  });
});
