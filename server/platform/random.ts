import { randomBytes, randomUUID } from 'node:crypto';
import { CROCKFORD } from '#core/text/crockford.ts';

/** Source of identifiers and randomness; tests use their own. */
export interface Random {
  uuid(): string;
  bytes(length: number): Uint8Array;
  /** Public identifier: `chars` characters of Crockford base32 (5 bits each) from a secure source. */
  publicId(chars: number): string;
}

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: (length) => randomBytes(length),
  publicId: (chars) => Array.from(randomBytes(chars), (byte) => CROCKFORD[byte & 31]).join(''),
};
