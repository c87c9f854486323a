import { randomBytes, randomUUID } from 'node:crypto';

/** Source of identifiers and randomness; tests use their own. */
export interface Random {
  uuid(): string;
  bytes(length: number): Uint8Array;
  /** Public identifier: `chars` characters of Crockford base32 (5 bits each) from a secure source. */
  publicId(chars: number): string;
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: (length) => randomBytes(length),
  publicId: (chars) => Array.from(randomBytes(chars), (byte) => CROCKFORD[byte & 31]).join(''),
};
