import { createHash } from 'node:crypto';
import type { Random } from '#server/platform/random.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[\w-]{43}$/;

/** A new opaque cookie value: 256 bits. */
export const newSessionToken = (random: Random): string => Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url');

/** SHA-256 of a token; undefined for a malformed one. */
export const sessionTokenHash = (token: string): Buffer | undefined =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest() : undefined;

/** SHA-256 of a token that we created. */
export function hashOfToken(token: string): Buffer {
  const hash = sessionTokenHash(token);
  if (hash === undefined) throw new Error('A new token has the wrong form');
  return hash;
}
