import { randomBytes, randomUUID } from 'node:crypto';

/** Where the server gets identifiers and randomness; tests give their own. */
export interface Random {
  uuid(): string;
  bytes(length: number): Uint8Array;
  /** Public identifier: `chars` characters of Crockford base32 (5 bits each) from the system's secure source. */
  publicId(chars: number): string;
}

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  bytes: (length) => randomBytes(length),
  publicId: (chars) => Array.from(randomBytes(chars), (byte) => CROCKFORD[byte & 31]).join(''),
};
