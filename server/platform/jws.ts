import { createPublicKey, type KeyObject, sign } from 'node:crypto';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Compact JWS (RFC 7515) of claims, signed by an Ed25519 key. */
export function compactJws(claims: Readonly<Record<string, unknown>>, key: KeyObject): string {
  const content = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`;
}

/** The public part of an Ed25519 key, base64url (the `x` of its JWK). */
export const publicPartOf = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x ?? '';
