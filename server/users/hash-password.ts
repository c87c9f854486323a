import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { createHashQueue } from './hash-queue.ts';

/** Argon2id at the strength OWASP names for one pass of hashing per sign-in: 19 MiB, two passes, one lane. */
const STRENGTH = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;
/** Hashes at a time: a flood of sign-ins must leave threads to everything else (R61). */
const AT_A_TIME = 2;

const queue = createHashQueue({ atATime: AT_A_TIME, now: () => performance.now() });

/** Whether the next one would wait so long for his turn that he had better come again. */
export const areHashersBusy = (): boolean => queue.isBusy();

interface Strength {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

/** Every character counts: no trimming, no change of case, any length (R35). */
const derive = (password: string, nonce: Buffer, strength: Strength, client?: AbortSignal): Promise<Buffer> =>
  queue.run(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: password, nonce, ...strength }, (error, key) => (error === null ? resolve(key) : reject(error)));
      }),
    client,
  );

const format = (salt: Buffer, key: Buffer): string =>
  `$argon2id$v=19$m=${STRENGTH.memory},t=${STRENGTH.passes},p=${STRENGTH.parallelism}$${salt.toString('base64url')}$${key.toString('base64url')}`;

/** A password as it is kept: algorithm, strength, salt and key in one text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(salt, await derive(password, salt, STRENGTH));
}

/** Of no password that anybody knows. */
const NOBODYS_HASH = format(randomBytes(SALT_BYTES), randomBytes(STRENGTH.tagLength));

/**
 * Compares in constant time. Without a hash (nobody has this e-mail) the same work is done on a hash that nothing fits (R29).
 * Nothing is done for a `client` that has left while others had their turn.
 */
export async function verifyPassword(password: string, hash: string | null | undefined, client?: AbortSignal): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', kept = ''] = FORMAT.exec(hash ?? NOBODYS_HASH) ?? [];
  const expected = Buffer.from(kept, 'base64url');
  if (expected.length === 0) return false;
  const strength = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
  const key = await derive(password, Buffer.from(salt, 'base64url'), strength, client);
  return timingSafeEqual(key, expected) && typeof hash === 'string';
}
